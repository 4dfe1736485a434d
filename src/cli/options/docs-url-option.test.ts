import { expect, test } from "vitest";
import { readDocsUrl } from "./docs-url-option.ts";

test.each(["https://docs.example.com/mcpcheck", "http://127.0.0.1:8080", "file:///srv/site", "..", "../site", undefined])(
  "%j is taken",
  (given) => {
    expect(readDocsUrl(given)).toBe(given);
  },
);

test.each(["javascript:alert(1)", " data:text/html,x", "https://", "a b", '"><script>', ""])("%j is refused", (given) => {
  expect(() => readDocsUrl(given)).toThrow("--docs-url: expected an http, https or file URL");
});
