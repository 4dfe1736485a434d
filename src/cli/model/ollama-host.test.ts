import { expect, it } from "vitest";
import { ollamaUrl } from "./ollama-host.ts";

it.each([
  [undefined, "http://127.0.0.1:11434"],
  ["", "http://127.0.0.1:11434"],
  ["127.0.0.1:9999", "http://127.0.0.1:9999"],
  [":9999", "http://127.0.0.1:9999"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:80", "http://127.0.0.1:80"],
  ["gpu.example", "http://gpu.example:11434"],
  ["http://gpu.example", "http://gpu.example:80"],
  ["https://gpu.example", "https://gpu.example:443"],
  ["https://gpu.example:8443/ollama/", "https://gpu.example:8443/ollama"],
  ["[::1]:9999", "http://[::1]:9999"],
  ["[::]", "http://[::1]:11434"],
])("OLLAMA_HOST=%s is asked at %s", (host, url) => {
  expect(ollamaUrl({ OLLAMA_HOST: host })).toBe(url);
});
