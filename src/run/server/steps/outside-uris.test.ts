import { expect, test } from "vitest";
import { outsideUris } from "./outside-uris.ts";

test("climb out of the directory of a listed file, plainly and encoded", () => {
  const uris = outsideUris(["note://a", "file:///srv/docs/a.txt"], []);
  expect(uris).toHaveLength(3);
  expect(new Set(uris.map((uri) => new URL(decodeURIComponent(uri)).pathname))).toEqual(new Set(["/etc/passwd"]));
  expect(uris.every((uri) => uri.startsWith("file:///srv/docs/"))).toBe(true);
});

test("climb through the last variable of a template", () => {
  expect(outsideUris([], ["docs://{project}/{+path}{?query}"])[0]).toMatch(/^docs:\/\/mcpcheck\/(\.\.\/)+etc\/passwd$/);
});

test("are none where nothing is listed to climb out of", () => {
  expect(outsideUris(["note://a"], ["note://b"])).toEqual([]);
});
