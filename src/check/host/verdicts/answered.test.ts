import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  askedIn,
  askedModel,
  broken,
  command,
  kept,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { answered, survived } = expectations;

describe("what the host answered is judged", () => {
  const both = [asked, answer({ text: "one" }), askedIn(1), answer({ step: 1, text: "two" })];
  const failedTask = '{"result":{"task":{"status":{"state":"TASK_STATE_FAILED"}}}}';
  const workingTask = '{"result":{"task":{"status":{"state":"TASK_STATE_WORKING"}}}}';
  const gone = "the connection broke";
  const long = "x".repeat(301);

  it.each<TraceRow>([
    ["by the last answer where no step is named", { has: ["two"] }, both, kept(4)],
    ["by the answer to the step that is named", { step: 0, has: ["one"] }, both, kept(2)],
    ["broken where the step was asked and not answered", { step: 1 }, both.slice(0, 3), broken("the host did not answer", 3)],
    ["broken where nothing was answered", {}, [asked], broken("the host did not answer", 1)],
    ["undecided where the step was not asked", { step: 1 }, both.slice(0, 2), unseen("the host was not asked")],
    ["undecided where nothing was asked", {}, [], unseen("the host was not asked")],

    [
      "broken with all that it does not say, of what is for the user",
      { says: ["rain", "snow", "sun"] },
      [asked, answer({ text: '{"calls":["rain"]}', said: "sun", aside: "snow" })],
      broken('the answer does not say "rain", does not say "snow": "sun"', 2),
    ],
    [
      "kept by texts in any part of it",
      { has: ["rain", "snow", "sun"] },
      [asked, answer({ text: "rain", said: "sun", aside: "snow" })],
      kept(2),
    ],
    [
      "broken with the text that it lacks",
      { has: ["rain", "snow"] },
      [asked, answer({ text: "snow" })],
      broken('the answer lacks "rain": "snow"', 2),
    ],
    ["kept where it has not what it must lack", { lacks: ["rain"] }, [asked, answer({ text: "snow" })], kept(2)],
    [
      "broken with what it must lack in any part of it",
      { lacks: ["rain", "snow", "sun", "wind"] },
      [asked, answer({ text: "rain", said: "sun", aside: "snow" })],
      broken('the answer has "rain", has "snow", has "sun": "sun"', 2),
    ],
    [
      "with what a command wrote to standard error shown where that is all",
      { says: ["a"] },
      [asked, command(0, "", "b")],
      broken('the answer does not say "a": "b"', 2),
    ],
    [
      "with no more than the beginning of a long answer shown",
      { says: ["a"] },
      [asked, answer({ said: long })],
      broken(`the answer does not say "a": "${long.slice(1)}"`, 2),
    ],

    ["kept by the status that is wanted", { status: 404 }, [asked, answer({ status: 404 })], kept(2)],
    ["kept by one of several", { status: [400, 404] }, [asked, answer({ status: 404 })], kept(2)],
    ["broken by another status", { status: 404 }, [asked, answer()], broken('the answer has status 200, expected 404: ""', 2)],
    [
      "broken by none of several",
      { status: [400, 404] },
      [asked, answer()],
      broken('the answer has status 200, expected 400 or 404: ""', 2),
    ],
    ["without regard to the status where a command has none", { status: 404 }, [asked, command(0)], kept(2)],

    ["an error by its status", { ok: false }, [asked, answer({ status: 400 })], kept(2)],
    ["no error where it redirects", { ok: true }, [asked, answer({ status: 399 })], kept(2)],
    ["broken by an error status", { ok: true }, [asked, answer({ status: 400 })], broken('the answer is an error (400): ""', 2)],
    ["no error where a command ends with 0", { ok: true }, [asked, command(0)], kept(2)],
    [
      "broken by a command that ends otherwise",
      { ok: true },
      [asked, command(2)],
      broken('the answer is an error (exit code 2): ""', 2),
    ],
    [
      "broken by no error where one was wanted",
      { ok: false },
      [asked, answer({ said: "ok" })],
      broken('the answer reports no error: "ok"', 2),
    ],
    ["an error where none came, whatever the status", { ok: false }, [asked, answer({ failed: gone })], kept(2)],
    [
      "broken by why none came",
      { ok: true },
      [asked, answer({ said: "hel", failed: gone })],
      broken(`the answer is an error (${gone}): "${gone}"`, 2),
    ],

    [
      "an error where a stream ends with one",
      { ok: false },
      [asked, answer({ text: '{"done":false}\n{"error":"x"}\n\n' })],
      kept(2),
    ],
    [
      "an error where the last event of a stream is one",
      { ok: false },
      [asked, answer({ text: 'data: {"a":1}\n\ndata: {"error":{}}\n\n' })],
      kept(2),
    ],
    [
      "an error where the end of the stream is said after it",
      { ok: false },
      [asked, answer({ text: 'data:{"error":{}}\n\ndata: [DONE]\n\n' })],
      kept(2),
    ],
    [
      "no error where the end of the stream is all there is",
      { ok: true },
      [asked, answer({ text: "data: [DONE]\n\n" })],
      kept(2),
    ],
    [
      "no error where a stream went on after one",
      { ok: true },
      [asked, answer({ text: '{"error":"x"}\n{"done":true}\n' })],
      kept(2),
    ],
    ["no error where it is an object without one", { ok: true }, [asked, answer({ text: '{"done":true}' })], kept(2)],
    ["no error where it is no object", { ok: true }, [asked, answer({ text: '"error"' })], kept(2)],
    ["an error where the task of an agent failed", { ok: false }, [asked, answer({ text: failedTask })], kept(2)],
    ["no error where the task of an agent works", { ok: true }, [asked, answer({ text: workingTask })], kept(2)],

    ["kept by one just in time", { withinMs: 100 }, [asked, answer({ ms: 100 })], kept(2)],
    [
      "broken by one too late",
      { withinMs: 100 },
      [asked, answer({ ms: 100.6 })],
      broken('the answer took 101 ms, at most 100 expected: ""', 2),
    ],
    ["kept by one that took the time it must", { atLeastMs: 100 }, [asked, answer({ ms: 100 })], kept(2)],
    [
      "broken by one too early",
      { atLeastMs: 100 },
      [asked, answer({ ms: 99 })],
      broken('the answer took 99 ms, at least 100 expected: ""', 2),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(answered.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("whether the host was still there is judged", () => {
  const over = "no whole answer within 100 ms";
  const chat = (at: number, messages = 1) => ({
    ...askedModel({ messages: Array.from({ length: messages }, () => ({ role: "user", content: "go" })) }),
    at,
  });
  const late = (at: number, step = 0) => ({ ...answer({ step, ms: 100, failed: over, late: true }), at });
  const patient = unseen("the host was still asking its model for the same when its time was over");
  const hung = (at: number) => broken(`step 0: ${over}`, at);

  it.each<TraceRow>([
    ["kept by every answer", {}, [asked, answer(), answer({ step: 1 })], kept(2, 3)],
    [
      "broken by every step that failed",
      {},
      [asked, answer({ failed: "a" }), answer({ step: 1, failed: "b" })],
      broken("step 0: a; step 1: b", 2, 3),
    ],
    ["undecided where nothing was answered", {}, [asked], unseen("the host did not answer")],
    ["undecided where it tried again until the end", {}, [asked, chat(1), chat(20), chat(60), late(100)], patient],
    [
      "by the last three tries where it did more before",
      {},
      [asked, chat(1), chat(2, 3), chat(3, 3), chat(60, 3), late(100)],
      patient,
    ],
    ["broken where it tried but twice", {}, [asked, chat(1), chat(60), late(100)], hung(4)],
    ["broken where it never tried", {}, [asked, late(100)], hung(2)],
    [
      "broken where its last try was no later than half of the time",
      {},
      [asked, chat(1), chat(20), chat(50), late(100)],
      hung(5),
    ],
    ["broken where its history grew from try to try", {}, [asked, chat(1), chat(20, 3), chat(60, 5), late(100)], hung(5)],
    [
      "broken where the connection broke before its time was over",
      {},
      [asked, chat(1), chat(20), chat(60), answer({ ms: 100, failed: over })],
      hung(5),
    ],
    ["broken where no one asked it anything", {}, [chat(1), chat(20), chat(60), late(100)], hung(4)],
    [
      "without the tries of a step before",
      {},
      [{ ...chat(1), at: -40 }, { ...asked, at: 0 }, chat(20), chat(60), late(100)],
      hung(5),
    ],
    ["without the tries that came after its time was over", {}, [asked, chat(20), chat(60), late(100), chat(120)], hung(4)],
    [
      "from when its own step was asked",
      {},
      [asked, { ...answer({ step: 0 }), at: 80 }, { ...askedIn(1), at: 100 }, chat(110), chat(120), chat(130), late(200, 1)],
      broken(`step 1: ${over}`, 7),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(survived.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});
