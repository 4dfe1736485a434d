import { expect, test } from "vitest";
import type { Change } from "../../surface/change.ts";
import { changesText } from "./change-text.ts";

const gone = (what: string, count: number): Change[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "breaking", what: `${what} ${index}`, message: "is gone" }));

test("of many changes that differ in a name only some are shown, and how many there are besides", () => {
  const lines = changesText([...gone("tool", 20), ...gone("resource", 100)], "", false).split("\n");
  expect(lines[0]).toBe("breaking (120)");
  expect(lines.filter((line) => line.startsWith("  tool "))).toHaveLength(20);
  expect(lines.filter((line) => line.startsWith("  resource "))).toHaveLength(10);
  expect(lines).toContain("  and 90 more alike (--json has all): is gone");
});

test("changed words are all shown, however many there are", () => {
  const changed = Array.from({ length: 30 }, (_, index): Change => {
    return { kind: "cosmetic", what: `tool ${index}`, message: "another description", was: "a", is: `b${index}` };
  });
  const text = changesText(changed, "", false);
  for (const { is } of changed) expect(text).toContain(`+ ${is}\n`);
});
