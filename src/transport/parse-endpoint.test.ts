import { describe, expect, it } from "vitest";
import { parseEndpoint } from "./parse-endpoint.ts";

describe("the URL of a server", () => {
  it.each(["http://a:1/mcp", "https://a/"])("may be %s", (url) => {
    expect(parseEndpoint(url).href).toBe(url);
  });

  it.each([
    ["a/b", 'not a URL: "a/b"; expected http://… or https://…'],
    ["ftp://a/", 'cannot reach "ftp://a/": expected http://… or https://…'],
  ])("is not %s", (url, message) => {
    expect(() => parseEndpoint(url)).toThrow(expect.objectContaining({ message, kind: "usage" }));
  });
});
