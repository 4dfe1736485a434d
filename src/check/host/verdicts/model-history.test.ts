import { describe, expect, it } from "vitest";
import {
  asked,
  askedModel,
  askedTo,
  broken,
  calling,
  kept,
  result,
  telling,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import type { Outcome } from "../../outcome.ts";
import { pointed } from "../expect-model.ts";
import { expectations } from "../expectations.ts";

const { told, history, paired, requestField } = expectations;

describe("what the model was told is judged", () => {
  const parts = ["one", "two", "three"].map((content) => ({ role: "tool", content }));
  const trace = [asked, telling({ role: "user", content: "go" }, ...parts)];
  it.each<TraceRow>([
    ["kept by texts of any message where no role is named", { has: ["go", "three"], lacks: ["four"] }, trace, kept(2)],
    ["kept where another role said what is to be lacking", { role: "tool", has: ["one"], lacks: ["go"] }, trace, kept(2)],
    ["by the last message of the role alone", { role: "tool", last: true, has: ["three"], lacks: ["two"] }, trace, kept(2)],
    [
      "broken by a text that only two messages have together",
      { has: ["go\none", "goone"] },
      [asked, telling({ role: "user", content: "go" }, { role: "tool", content: "one" })],
      broken('what the model was told lacks "go\none", lacks "goone": "go\\n\\u0000\\none"', 2),
    ],
    [
      "broken by all that is missing and all that is too much",
      { request: 0, role: "user", has: ["one"], lacks: ["go", "o"] },
      trace,
      broken('what the model was told in request 0 in messages of user lacks "one", has "go", has "o": "go"', 2),
    ],
    [
      "with the beginning of a long text told",
      { request: "last", has: ["y"] },
      [asked, telling({ role: "user", content: "x".repeat(400) })],
      broken(`what the model was told in request last lacks "y": "${"x".repeat(300)}"`, 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(told.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the roles of the history are judged", () => {
  const user = (content: string) => ({ role: "user", content });
  const assistant = { role: "assistant", content: "well" };
  const system = { role: "system", content: "Asked is: go" };
  const wanted = { roles: ["user", "assistant"] };
  it.each<TraceRow>([
    [
      "kept whatever system messages there are",
      wanted,
      [asked, telling(system, { role: "developer", content: "" }, user("go"), assistant)],
      kept(2),
    ],
    [
      "kept with the message of the developer where it is named",
      { roles: ["developer", "user"] },
      [asked, telling(system, { role: "developer", content: "" }, user("go"))],
      kept(2),
    ],
    [
      "kept with the system message where it is named",
      { roles: ["system", "user"] },
      [asked, telling(system, user("go"))],
      kept(2),
    ],
    [
      "broken by a missing system message where it is named",
      { roles: ["system", "user"] },
      [asked, telling(user("go"))],
      broken("the history has user, expected system, user", 2),
    ],
    [
      "broken by another order",
      wanted,
      [asked, telling(assistant, user("go"))],
      broken("the history has assistant, user, expected user, assistant", 2),
    ],
    [
      "kept with a greeting of the assistant in front of what was asked",
      { roles: ["assistant", "user"] },
      [askedTo("go"), telling(assistant, user("go"))],
      kept(2),
    ],
    [
      "kept although a system message repeats what was asked",
      { roles: ["user"] },
      [askedTo("go"), telling(system, user("It is noon."), user("go"))],
      kept(2),
    ],
    [
      "kept with what was asked second alone after words of the host's own",
      wanted,
      [askedTo("go"), askedTo("stop"), telling(user("It is noon."), user("stop"), assistant)],
      kept(3),
    ],
    [
      "broken by words of the host's own behind what was asked",
      wanted,
      [askedTo("go"), telling(user("go"), user("It is noon."), assistant)],
      broken("the history has user, user, assistant, expected user, assistant", 2),
    ],
  ])("%s", (_title, named, events, outcome) => {
    expect(history.judge(named, traceOf(...events))).toEqual(outcome);
  });
});

describe("calls and results in the history are judged", () => {
  const one = calling(["c1", "read", {}]);
  const both = calling(["c1", "read", {}], ["c2", "stat", {}]);
  const user = { role: "user", content: "go" };
  it.each<TraceRow>([
    [
      "kept where each call has its result, in any order",
      {},
      [telling(user, both, result("b", "c2"), result("a", "c1"))],
      kept(1),
    ],
    ["kept where results name no call, as on Ollama's wire", {}, [telling(user, one, result("a"))], kept(1)],
    [
      "kept by every request that has a call",
      {},
      [telling(user), telling(one, result("a", "c1")), telling(one, result("a", "c1"))],
      kept(2, 3),
    ],
    [
      "undecided where no request has a call",
      {},
      [telling(user), telling(user, { role: "assistant", content: "well" })],
      unseen("no request to the model had a call in its history"),
    ],
    [
      "broken by a call without a result",
      {},
      [telling(user, both, result("a", "c1"))],
      broken("2 calls in the history and 1 result", 1),
    ],
    [
      "broken by a result too many",
      {},
      [telling(one, result("a", "c1"), result("b", "c1"))],
      broken("1 call in the history and 2 results", 1),
    ],
    [
      "broken by a result before its call",
      {},
      [telling(user, result("a", "c1"), one)],
      broken("a result before the call it answers", 1),
    ],
    [
      "kept by a host that gives the same id in each turn",
      {},
      [telling(one, result("a", "c1"), user, one, result("b", "c1"))],
      kept(1),
    ],
    [
      "broken by two results of one call and none of another",
      {},
      [telling(both, result("a", "c1"), result("b", "c1"))],
      broken('a result for "c1", where no call with that id waits for one', 1),
    ],
    [
      "broken by a result before its call, after another call",
      {},
      [telling(one, result("b", "c2"), calling(["c2", "stat", {}]), result("a", "c1"))],
      broken('a result for "c2", where no call with that id waits for one', 1),
    ],
    [
      "broken by a result of a call there is not",
      {},
      [telling(both, result("a", "c1"), result("b", "c3"))],
      broken('a result for "c3", which is the id of no call', 1),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(paired.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("a member of a request to the model is judged", () => {
  const body = { stream: true, options: { num_ctx: 8 }, tools: [] };
  const trace = [asked, askedModel(body)];
  const ofAnotherWire: Outcome = { kind: "not-applicable", reason: "requests on the wire of its model have other members" };
  const ownTools: Outcome = { kind: "not-applicable", reason: "the host has tools of its own" };
  it.each<TraceRow>([
    ["kept by any value where none is named", { path: "/stream" }, trace, kept(2)],
    ["kept by the value", { path: "/options", equals: { num_ctx: 8 } }, trace, kept(2)],
    ["kept by its absence where it has to be absent", { path: "/options/seed", absent: true }, trace, kept(2)],
    ["broken by its absence", { path: "/options/seed" }, trace, broken("/options/seed of the request is absent", 2)],
    [
      "broken by its absence where a value is named",
      { path: "/seed", equals: 1 },
      trace,
      broken("/seed of the request is absent, expected 1", 2),
    ],
    [
      "broken by another value",
      { path: "/stream", equals: false },
      trace,
      broken("/stream of the request is true, expected false", 2),
    ],
    [
      "broken by its presence where it has to be absent",
      { path: "/tools", absent: true },
      trace,
      broken("the request has /tools: []", 2),
    ],
    [
      "by other members although the host has tools of its own",
      { path: "/stream", equals: false },
      [asked, askedModel(body, { builtIn: ["bash"] })],
      broken("/stream of the request is true, expected false", 2),
    ],
    [
      "not by the tools where the host has some of its own",
      { path: "/tools", absent: true },
      [asked, askedModel(body, { builtIn: ["bash"] })],
      ownTools,
    ],
    ["not where the wire is another", { path: "/stream" }, [asked, askedModel(body, { path: "/v1/messages" })], ofAnotherWire],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(requestField.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("a JSON pointer leads", () => {
  const value = { "a/b": 1, "c~d": 2, "~1": 3, "": { "": 4 }, list: ["first", { in: "last" }], none: null, text: "long" };
  it.each([
    ["to the whole value where it is empty", "", value],
    ["to a name with a slash", "/a~1b", 1],
    ["to a name with a tilde", "/c~0d", 2],
    ["to a name that looks escaped", "/~01", 3],
    ["to names that are empty", "//", 4],
    ["to an item of a list", "/list/0", "first"],
    ["into the last item of a list", "/list/-1/in", "last"],
    ["nowhere behind the end of a list", "/list/2", undefined],
    ["to null", "/none", null],
    ["nowhere behind null", "/none/a", undefined],
    ["nowhere within a text", "/text/length", undefined],
    ["nowhere where an object only inherits the name", "/toString", undefined],
  ])("%s", (_title, path, expected) => {
    expect(pointed(value, path)).toEqual(expected);
  });
});
