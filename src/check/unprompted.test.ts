import { expect, test } from "vitest";
import { checks } from "./registry.ts";
import { isUnprompted, unpromptedIds } from "./unprompted.ts";

const servers = checks.filter(({ subject }) => subject === "server");

test("every check that is named exists", () => {
  const known = new Set(servers.map(({ id }) => id));
  expect(unpromptedIds.filter((id) => !known.has(id))).toEqual([]);
});

test("none of them waits for something mcpcheck does on purpose", () => {
  const named = servers.filter(isUnprompted);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ onRequest }) => onRequest !== undefined).map(({ id }) => id)).toEqual([]);
});

test("checks of clients are none of them", () => {
  expect(checks.filter((check) => check.subject !== "server" && isUnprompted(check))).toEqual([]);
});
