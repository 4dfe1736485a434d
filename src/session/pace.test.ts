import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

const start = { timeoutMs: 10_000, startTimeoutMs: 20_000 };

test("a process has three times the slowest start that was seen, and never less than an exchange", () => {
  const pace = createPace(start);
  expect(pace.lifeMs()).toBe(20_000);
  pace.sawLife(500);
  expect(pace.lifeMs()).toBe(10_000);
  pace.sawLife(11_000);
  pace.sawLife(300);
  expect(pace.lifeMs()).toBe(33_000);
});

test("how slow the machine is shows in requests that ask for no work, and not in the others", () => {
  const pace = createPace(start);
  pace.sawAnswer(40, "tools/list");
  pace.sawAnswer(3000, "tools/call");
  expect(pace.slowestPlainMs()).toBe(40);
  pace.sawAnswer(900, "ping");
  expect(pace.slowestPlainMs()).toBe(900);
});

test("how far away the server is shows in the quickest of them, but not in the first sign of life", () => {
  const pace = createPace(start);
  expect(pace.quickestPlainMs()).toBe(0);
  pace.sawAnswer(0, "ping");
  pace.sawAnswer(300, "tools/list");
  pace.sawAnswer(260, "ping");
  pace.sawAnswer(900, "ping");
  pace.sawAnswer(20, "tools/call");
  expect(pace.quickestPlainMs()).toBe(260);
});

test("a machine on which more wants to run than can makes everything take longer, though never more than three times", () => {
  const stretches = [0, 1, 2.5, 20].map((crowded) => createPace({ ...start, crowded: () => crowded }).stretch());
  expect(stretches).toEqual([1, 1, 2.5, 3]);
  expect(createPace(start).stretch()).toBe(1);
});

test("patience is halved after every second silence, down to what the slowest answer allows", () => {
  const pace = createPace(start);
  const seen = Array.from({ length: 16 }, () => {
    pace.sawSilence();
    return pace.answerMs();
  });
  expect(seen.slice(0, 6)).toEqual([10_000, 5000, 5000, 2500, 2500, 1250]);
  expect(seen.at(-1)).toBe(250);
  pace.sawAnswer(700);
  expect(pace.answerMs()).toBe(2800);
  pace.sawAnswer(9000);
  expect(pace.answerMs()).toBe(10_000);
});

test("the slowest answer counts whatever was asked, the slowest plain one only what asks for nothing", () => {
  const pace = createPace({ timeoutMs: 10_000, startTimeoutMs: 10_000 });
  pace.sawAnswer(40, "ping");
  pace.sawAnswer(900, "tools/call");
  pace.sawAnswer(30);
  expect([pace.slowestAnswerMs(), pace.slowestPlainMs()]).toEqual([900, 40]);
});
