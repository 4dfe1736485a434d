import { expect, test } from "vitest";
import type { RunEvent } from "../../run/run-event.ts";
import { createProgress } from "./progress.ts";

const subjectId = "a";
const played = (scenario: string): RunEvent => ({
  type: "scenario.finished",
  subjectId,
  revision: "2025-11-25",
  scenario,
  skipped: null,
  ms: 1,
});
const described: RunEvent = {
  type: "subject.described",
  subjectId,
  subject: { kind: "server", transport: "stdio" },
  revisions: ["2025-11-25"],
};

test("the line tells what is waited for, how much is done, and when all is", () => {
  const { note, line } = createProgress(["node a.js"]);
  expect(line(900)).toBe("0 s · node a.js · waiting for its first answer");
  note(described);
  note({ type: "subject.planned", subjectId, scenarios: 2 });
  expect(line(1500)).toBe("1 s · node a.js · 0 of 2 scenarios");
  note(played("handshake"));
  expect(line(2000)).toBe("2 s · node a.js · 1 of 2 scenarios, last handshake");
  note(played("tools-called"));
  expect(line(3000)).toBe("3 s · node a.js · 2 scenarios played, judging");
  note({ type: "subject.finished", subjectId, error: null, ms: 3 });
  expect(line(3100)).toBe("3 s · node a.js · writing what was found");
});

test("of several subjects it names the one that is told of now", () => {
  const { note, line } = createProgress(["one", "t\u001Bwo"]);
  expect(line(0)).toBe("0 s · 1 of 2 · one · waiting for its first answer");
  note(described);
  note(played("x"));
  expect(line(0)).toBe("0 s · 1 of 2 · one · 1 scenarios, last x");
  note({ type: "subject.finished", subjectId, error: null, ms: 3 });
  expect(line(0)).toBe("0 s · 2 of 2 · t\\u{1b}wo · waiting for its first answer");
});
