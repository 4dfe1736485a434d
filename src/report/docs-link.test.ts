import { expect, test } from "vitest";
import { docsLink, docsWords } from "./docs-link.ts";

test.each([
  ["https://docs.example.com/mcpcheck", "https://docs.example.com/mcpcheck/checks/tools.unknown-name.html"],
  ["https://docs.example.com/", "https://docs.example.com/checks/tools.unknown-name.html"],
  ["../site", "../site/checks/tools.unknown-name.html"],
])("%s", (base, link) => {
  expect(docsLink(base, "tools.unknown-name")).toBe(link);
  expect(docsWords(base, "tools.unknown-name")).toBe(link);
});

test("without a site the command stands for it", () => {
  expect(docsLink(undefined, "tools.unknown-name")).toBeUndefined();
  expect(docsWords(undefined, "tools.unknown-name")).toBe("npx mcpcheck explain tools.unknown-name");
});
