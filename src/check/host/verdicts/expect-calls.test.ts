import { describe, expect, it } from "vitest";
import {
  asked,
  broken,
  call,
  calling,
  kept,
  result,
  telling,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";
import type { UnplacedHostEvent } from "../host-event.ts";

const { reached, heldBack, prompted } = expectations;
const nothingAsked = unseen("the host was asked nothing");
const long = { text: "x".repeat(200) };
const longShown = `{"text":"${"x".repeat(111)}`;

describe("whether calls reached their server is judged", () => {
  const a = { path: "a" };
  const b = { path: "b" };
  it.each<TraceRow>([
    [
      "kept by each of them, in any order",
      { tool: "read", arguments: [a, b] },
      [asked, call("read", b), call("read", a)],
      kept(3, 2),
    ],
    ["kept by a call without arguments where none are wanted", { tool: "read", arguments: [{}] }, [asked, call("read")], kept(2)],
    [
      "broken by one that did not come",
      { tool: "read", arguments: [a, b] },
      [asked, call("read", a)],
      broken('read {"path":"b"} reached no server', 1),
    ],
    [
      "broken where one came of two that are alike",
      { tool: "read", arguments: [a, a] },
      [asked, call("read", a)],
      broken('read {"path":"a"} reached no server', 1),
    ],
    ["kept by two that are alike", { tool: "read", arguments: [a, a] }, [asked, call("read", a), call("read", a)], kept(2, 3)],
    [
      "broken by one of another tool",
      { tool: "read", arguments: [a] },
      [asked, call("stat", a)],
      broken('read {"path":"a"} reached no server', 1),
    ],
    [
      "broken by one on another server",
      { server: "files", tool: "read", arguments: [a] },
      [asked, call("read", a, { server: "web" })],
      broken('read {"path":"a"} reached no server', 1),
    ],
    [
      "with the beginning of long arguments told",
      { tool: "read", arguments: [long] },
      [asked],
      broken(`read ${longShown} reached no server`, 1),
    ],
    ["undecided where the host was asked nothing", { tool: "read", arguments: [a] }, [], nothingAsked],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(reached.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("whether calls were held back is judged", () => {
  const wipe = { tool: "wipe", arguments: [{ path: "a" }], says: ["denied"] };
  const made = calling(["c1", "files__wipe", { path: "a" }]);
  const both = calling(["c1", "wipe", { path: "a" }], ["c2", "wipe", { path: "b" }]);
  const nameless = calling([undefined, "wipe", { path: "a" }], [undefined, "wipe", { path: "b" }]);
  const ofBoth = { ...wipe, arguments: [{ path: "a" }, { path: "b" }] };
  const toldNothing = 'the model was told nothing of wipe {"path":"a"}';
  it.each<TraceRow>([
    ["kept by the result that says so", wipe, [asked, telling(made, result("access denied", "c1"))], kept(2)],
    ["by the last request to the model", wipe, [telling(made), telling(made, result("denied", "c1"))], kept(2)],
    [
      "kept by a call without arguments where none are wanted",
      { ...wipe, arguments: [{}] },
      [telling({ role: "assistant", tool_calls: [{ id: "c1", function: { name: "wipe" } }] }, result("denied", "c1"))],
      kept(1),
    ],
    [
      "kept although a call with other arguments reached its server",
      wipe,
      [call("wipe", { path: "b" }), telling(both, result("denied", "c1"), result("done", "c2"))],
      kept(2),
    ],
    [
      "kept by results that come in another order than their calls",
      wipe,
      [telling(both, result("done", "c2"), result("denied", "c1"))],
      kept(1),
    ],
    [
      "kept by results that name no call, by their places",
      { ...wipe, arguments: [{ path: "b" }] },
      [telling({ role: "user", content: "go" }, nameless, result("done"), result("denied"))],
      kept(1),
    ],
    ["undecided where the model was not asked", wipe, [asked], unseen("the model was not asked")],
    [
      "broken by a call that reached its server",
      wipe,
      [asked, call("wipe", { path: "a" }), telling(made, result("denied", "c1"))],
      broken('wipe {"path":"a"} reached files', 2),
    ],
    [
      "broken by a call without arguments that reached its server",
      { ...wipe, arguments: [{}] },
      [call("wipe"), telling()],
      broken("wipe {} reached files", 1),
    ],
    ["broken where no result came back", wipe, [asked, telling(made)], broken(toldNothing, 2)],
    [
      "broken where the result is of another tool",
      wipe,
      [telling(calling(["c1", "read", { path: "a" }]), result("denied", "c1"))],
      broken(toldNothing, 1),
    ],
    [
      "broken where the result is of other arguments",
      wipe,
      [telling(calling(["c1", "wipe", { path: "b" }]), result("denied", "c1"))],
      broken(toldNothing, 1),
    ],
    [
      "broken where the only result is that of another call",
      wipe,
      [telling(both, result("denied", "c2"))],
      broken(toldNothing, 1),
    ],
    [
      "kept by the place of a result that names a call, where the call has no name",
      wipe,
      [telling(nameless, result("denied", "c1"))],
      kept(1),
    ],
    [
      "broken where the result is of arguments when none are wanted",
      { ...wipe, arguments: [{}] },
      [telling(made, result("denied", "c1"))],
      broken("the model was told nothing of wipe {}", 1),
    ],
    [
      "broken by a result that says something else",
      ofBoth,
      [telling(both, result("denied", "c1"), result("done", "c2"))],
      broken('the result of wipe {"path":"b"} lacks "denied": done', 1),
    ],
    [
      "broken by a result that lacks several texts, of which the beginning is told",
      { ...wipe, says: ["denied", "x", "policy"] },
      [telling(made, result("x".repeat(150), "c1"))],
      broken(`the result of wipe {"path":"a"} lacks "denied", "policy": ${"x".repeat(100)}`, 1),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(heldBack.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("what a person was asked is judged", () => {
  const asks = (prompt: string): UnplacedHostEvent => ({ kind: "person-asked", prompt, answer: "y" });
  it.each<TraceRow>([
    ["kept by as many questions, whatever they say", { times: 2 }, [asked, asks("wipe?"), asks("read?")], kept(2, 3)],
    [
      "kept by a question that has and lacks the texts",
      { times: 1, has: ["wipe", "?"], lacks: ["read"] },
      [asked, asks("wipe?")],
      kept(2),
    ],
    [
      "kept without a question where none was wanted, and the model was asked",
      { times: 0 },
      [asked, telling(), telling()],
      kept(2, 3),
    ],
    [
      "undecided without a question where the model was not asked either",
      { times: 0 },
      [asked],
      unseen("the model was not asked"),
    ],
    ["undecided where the host was asked nothing", { times: 0 }, [], nothingAsked],
    [
      "broken at the host's question where nobody was asked",
      { times: 1 },
      [asked],
      broken("a person was asked 0 times, expected 1", 1),
    ],
    [
      "broken by one too many",
      { times: 0 },
      [asked, telling(), asks("wipe?")],
      broken("a person was asked 1 time, expected 0", 3),
    ],
    [
      "broken by what a question lacks and has",
      { times: 1, has: ["wipe", "a.txt"], lacks: ["read", "stat"] },
      [asked, asks("read or stat?")],
      broken('the question lacks "wipe", lacks "a.txt", has "read", has "stat": "read or stat?"', 2),
    ],
    [
      "broken by one of two",
      { times: 2, lacks: ["stat"] },
      [asked, asks("read?"), asks("stat?")],
      broken('the question has "stat": "stat?"', 3),
    ],
    [
      "with the beginning of a long question told",
      { times: 1, has: ["y"] },
      [asked, asks("x".repeat(300))],
      broken(`the question lacks "y": "${"x".repeat(200)}"`, 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(prompted.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});
