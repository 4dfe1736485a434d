import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  broken,
  hostEnd,
  kept,
  type TimedEvent,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { ranPrograms, leftOut } = expectations;

describe("which programs were started is judged", () => {
  const ran = (name: string): TimedEvent => ({ kind: "program-started", name });
  it.each<TraceRow>([
    [
      "kept by these, in any order, however often",
      { only: ["npx", "uvx"] },
      [asked, ran("uvx"), ran("npx"), ran("uvx")],
      kept(2, 3, 4),
    ],
    ["broken by another", { only: ["npx"] }, [asked, ran("npx"), ran("sh")], broken("sh was started", 3)],
    [
      "broken by one that is missing",
      { only: ["npx", "uvx"] },
      [asked, ran("npx")],
      broken("uvx was not started, as it should be", 1),
    ],
    [
      "broken by another in its place",
      { only: ["npx"] },
      [asked, ran("sh")],
      broken("sh was started; npx was not started, as it should be", 2, 1),
    ],
    ["undecided where the host was asked nothing", { only: ["npx"] }, [ran("npx")], unseen("the host was asked nothing")],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(ranPrograms.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("what the host said of servers it does without is judged", () => {
  const server = (name: string, command?: readonly string[]): TimedEvent => ({
    kind: "configured",
    server: name,
    ...(command === undefined ? {} : { command }),
  });
  const bad = server("bad-1");
  const said = (output: string) => hostEnd({ output });
  const wanted = { servers: "bad-", says: ["not allowed", "sh"] };
  const silent = broken("of bad-1 nothing was said", 2);

  it.each<TraceRow>([
    ["kept by a line of its output", wanted, [bad, said("hello\nserver bad-1: sh is not allowed\nbye")], kept(2)],
    ["kept by a line that begins with its name", wanted, [bad, said("bad-1: sh is not allowed")], kept(2)],
    ["kept by a line that ends with its name", wanted, [bad, said("sh is not allowed: bad-1")], kept(2)],
    ["kept by what is written beside an answer", wanted, [bad, answer({ aside: "bad-1: sh is not allowed" }), said("")], kept(3)],
    ["kept by an answer", wanted, [bad, answer({ text: "bad-1: sh is not allowed" }), said("")], kept(3)],
    ["kept by the second line that speaks of it", wanted, [bad, said("bad-1: starting\nbad-1: sh is not allowed")], kept(2)],
    ["without servers of other names", wanted, [server("good"), bad, said("bad-1: sh is not allowed")], kept(3)],
    ["broken by silence", wanted, [bad, said("")], silent],
    ["broken by a line that names no server", wanted, [bad, said("a sh: not allowed")], silent],
    ["broken by a line on a server of a longer name", wanted, [bad, said("bad-1-b: sh is not allowed")], silent],
    ["broken by a line on a server whose name ends so", wanted, [bad, said("not-so-bad-1: sh is not allowed")], silent],
    [
      "kept by a line that speaks of a server of a longer name first",
      wanted,
      [bad, said("bad-10 and bad-1: sh is not allowed")],
      kept(2),
    ],
    [
      "broken by a line without all of the reason",
      wanted,
      [bad, said("bad-1: not allowed")],
      broken('of bad-1 only "bad-1: not allowed" was said', 2),
    ],
    [
      "broken by a reason on two lines",
      wanted,
      [bad, said("bad-1: sh\nbad-1: not allowed")],
      broken('of bad-1 only "bad-1: sh" was said', 2),
    ],
    [
      "broken by a reason at the end of one and the beginning of another",
      wanted,
      [bad, answer({ text: "sh is not allowed" }), said("bad-1: ")],
      broken('of bad-1 only "bad-1: " was said', 3),
    ],
    [
      "with the beginning of a long line",
      wanted,
      [bad, said(`bad-1 ${"x".repeat(160)}`)],
      broken(`of bad-1 only "bad-1 ${"x".repeat(154)}" was said`, 2),
    ],
    [
      "broken by one of two, with its command",
      wanted,
      [bad, server("bad-2", ["sh", "-c", "a"]), said("bad-1: sh is not allowed")],
      broken("of bad-2 (sh -c a) nothing was said", 3),
    ],
    [
      "undecided where no such server was configured",
      wanted,
      [server("good"), said("")],
      unseen("no such server was configured"),
    ],
    ["undecided where the end was not seen", wanted, [bad], unseen("the end of the host was not seen")],
  ])("%s", (_title, value, happened, outcome) => {
    expect(leftOut.judge(value, traceOf(...happened))).toEqual(outcome);
  });

  it("needs at least one text that is the reason", () => {
    expect(leftOut.schema.safeParse({ ...wanted, says: [] }).success).toBe(false);
    expect(leftOut.schema.safeParse(wanted).success).toBe(true);
    expect(ranPrograms.schema.safeParse({ only: [] }).success).toBe(false);
  });
});
