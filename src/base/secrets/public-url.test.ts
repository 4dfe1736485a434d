import { expect, test } from "vitest";
import { publicUrl } from "./public-url.ts";

test.each([
  ["http://127.0.0.1:3001/mcp", "http://127.0.0.1:3001/mcp"],
  ["http://us3r:pa55@h.example/mcp?token=t&q=1&flag", "http://***:***@h.example/mcp?token=***&q=***&***"],
  ["http://us3r@h.example/#access_token=t", "http://***@h.example/#access_token=***"],
  ["https://h.example/api/s/NzM0MTdkZTktOWU4/mcp#part", "https://h.example/api/s/***/mcp#part"],
  ["https://h.example/2025-11-25/everything-there-is-v2", "https://h.example/2025-11-25/everything-there-is-v2"],
  ["https://h.example/0f8fad5b-d9cb-469f-a165-70867728950e/mcp", "https://h.example/***/mcp"],
  ["https://h.example/aB3_dE5-gH7jK9mN_pQ3sT5vW-xY9", "https://h.example/***"],
  ["htp//us3r:pa55@h?token=t", "***@h?token=***"],
  ["us3r:pa55@h", "***@h"],
])("%s is shown as %s", (url, shown) => expect(publicUrl(url)).toBe(shown));
