import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  askedIn,
  broken,
  command,
  hostEnd,
  kept,
  type TimedEvent,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { refused, warned } = expectations;

describe("whether the host refused its configuration is judged", () => {
  const no: TimedEvent = { kind: "host-refused", message: "c.json:3:1: no command" };
  const up: TimedEvent = { kind: "host-start", message: "listening" };
  const took = broken("the host took the configuration", 1);

  it.each<TraceRow>([
    ["kept by a host that says no, whatever it says", {}, [no], kept(1)],
    ["kept by what it says", { has: ["c.json:3", "command"], lacks: ["secret"] }, [no], kept(1)],
    [
      "broken by what it says, with all that is wrong",
      { has: ["c.json:4", "command", "line"], lacks: ["no", "secret"] },
      [no],
      broken('what the host said lacks "c.json:4", lacks "line", has "no": "c.json:3:1: no command"', 1),
    ],
    [
      "with the beginning of a long message",
      { has: ["a"] },
      [{ kind: "host-refused", message: "x".repeat(301) }],
      broken(`what the host said lacks "a": "${"x".repeat(300)}"`, 1),
    ],
    [
      "kept by a command that ends with an error",
      { has: ["bad file", "sorry"] },
      [up, asked, command(2, "sorry", "bad file")],
      kept(3),
    ],
    ["kept by a later command that ends with an error", {}, [up, asked, command(0), command(1, "", "", { step: 1 })], kept(4)],
    [
      "broken by what such a command writes",
      { has: ["bad"] },
      [up, asked, command(2, "a", "b")],
      broken('what the host said lacks "bad": "ab"', 3),
    ],
    ["broken by a command that ends without one", {}, [up, asked, command(0)], took],
    ["broken by an answer over HTTP, even an error", {}, [up, asked, answer({ status: 500 })], took],
    [
      "broken by a command that did not start, with why",
      {},
      [up, asked, answer({ status: null, failed: "spawn ENOENT" })],
      broken("the host did not say why it does not take the configuration: spawn ENOENT", 3),
    ],
    [
      "broken by a command that was still running when its time was over, with that",
      {},
      [up, asked, answer({ status: null, failed: "did not end within 5 ms", late: true })],
      broken("the host did not say why it does not take the configuration: did not end within 5 ms", 3),
    ],
    ["broken by a connection over HTTP that broke", {}, [up, asked, answer({ failed: "gone" })], took],
    ["undecided where the host was not started", {}, [], unseen("the host was not started")],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(refused.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("what the host wrote beside its answers is judged", () => {
  const end = hostEnd({ output: "c.json:3:1: unknown member" });

  it.each<TraceRow>([
    [
      "undecided where its end was not seen",
      { has: ["unknown"] },
      [asked, answer({ aside: "unknown" })],
      unseen("the end of the host was not seen"),
    ],
    ["kept by its output", { has: ["unknown member"] }, [end], kept(1)],
    ["kept by what a command wrote to standard error", { has: ["old"] }, [asked, command(0, "", "old"), end], kept(3)],
    ["kept by what it did not write, shown by what it was asked", { lacks: ["secret"] }, [asked, end, askedIn(1)], kept(1, 3)],
    [
      "undecided where it wrote nothing and was asked nothing",
      { lacks: ["secret"] },
      [end],
      unseen("the host was asked nothing"),
    ],
    ["undecided where nothing is wanted and nothing was asked", { has: [] }, [end], unseen("the host was asked nothing")],
    [
      "broken with all that is wrong, line by line",
      { has: ["memberold", "rain"], lacks: ["old", "unknown", "secret"] },
      [asked, command(0, "rain", "old"), end],
      broken(
        'what the host wrote lacks "memberold", lacks "rain", has "old", has "unknown": "c.json:3:1: unknown member\\nold"',
        3,
      ),
    ],
    [
      "with the beginning of a long output",
      { has: ["a"] },
      [hostEnd({ output: "x".repeat(301) })],
      broken(`what the host wrote lacks "a": "${"x".repeat(300)}"`, 1),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(warned.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});
