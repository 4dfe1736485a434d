import { expect, test } from "vitest";
import type { HostCase } from "./host-case.ts";
import { openedBy, openedText } from "./opened.ts";

const needing = (...requires: NonNullable<HostCase["requires"]>): HostCase => ({
  id: "a.b",
  title: "t",
  ring: "must",
  rows: [],
  level: "L1",
  requires,
  steps: [],
  expect: [],
});

test("what one more capability opens is counted, what needs several is told apart", () => {
  const cases = [needing("list"), needing("stdio", "list"), needing("sessions"), needing("list", "sessions"), needing("stdio")];
  const had = new Set(["stdio"] as const);
  expect(openedBy(cases, had)).toEqual({
    openings: [
      { capability: "list", cases: 2 },
      { capability: "sessions", cases: 1 },
    ],
    later: 1,
  });
  expect(openedText(cases, had)).toBe(
    'cases that apply as soon as the adapter\'s "capabilities" name one more thing the host can do: list 2, sessions 1; 1 need several more',
  );
});

test("cases of a profile cannot be opened, and a host with everything opens nothing", () => {
  expect(openedText([{ ...needing("list"), profile: "strict" }, needing("stdio")], new Set(["stdio"]))).toBeUndefined();
});
