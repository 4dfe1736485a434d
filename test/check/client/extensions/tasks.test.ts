import { expect, it } from "vitest";
import {
  handleCancelled,
  handlePolledOn,
  handlePollInterval,
  taskInputGiven,
  taskInputKeys,
  taskInputOnce,
  taskTaken,
  taskUnsupported,
} from "../../../../src/check/client/extensions/tasks.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, note, received, sent } from "../../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, none, played, type Row, said, second, talk, there, todo, well } from "../told-trace.ts";

const envelope = (extensions: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions } } });
const declared = envelope({ "io.modelcontextprotocol/tasks": {} });
const asksFor = (params: JsonObject): Line => received(ask(1, "resources/read", { uri: "x:a", ...params }));
const toRead = todo("read-resource", { uri: "x:a" });
const handle = (more: JsonObject = {}): JsonObject => ({ resultType: "task", taskId: "k", status: "working", ...more });
const became = (...lines: readonly Line[]): readonly Line[] =>
  played("s", [toRead], asksFor(declared), sent(done(1, handle())), ...lines);
const update = (id: number, inputResponses: Json): Line => received(ask(id, "tasks/update", { taskId: "k", inputResponses }));
const get = (id: number, taskId = "k"): Line => received(ask(id, "tasks/get", { taskId }));
const noOther = "no client that declares the extension was given a task for something else";
const ofOthers: readonly Row[] = [
  ["its caller hears of a failure", taskUnsupported, became(badly(0)), kept(6)],
  [
    "its caller gets the task",
    taskUnsupported,
    became(well(0)),
    broken("the caller got a task for the contents of a resource", 6),
  ],
  [
    "the task is asked for",
    taskUnsupported,
    became(get(2), badly(0)),
    broken("it asked for the task a resource was answered by", 6),
  ],
  ["another task is asked for", taskUnsupported, became(get(2, "l"), badly(0)), kept(7)],
  ["its driver says nothing", taskUnsupported, became(get(2)), none(noOther)],
  ["its driver cannot read", taskUnsupported, became(said(0, { ok: true, unsupported: true })), none(noOther)],
  [
    "its client declares no tasks",
    taskUnsupported,
    played("s", [toRead], asksFor({}), sent(done(1, handle())), well(0)),
    none(noOther),
  ],
  [
    "it is answered by contents",
    taskUnsupported,
    played("s", [toRead], asksFor(declared), sent(done(1, { contents: [] })), well(0)),
    none(noOther),
  ],
  ["it fails at the server", taskUnsupported, played("s", [toRead], asksFor(declared), sent(failed(1)), well(0)), none(noOther)],
  ["it gets no answer", taskUnsupported, played("s", [toRead], asksFor(declared), well(0)), none(noOther)],
  [
    "another resource is answered so",
    taskUnsupported,
    played("s", [todo("read-resource", { uri: "x:b" })], asksFor(declared), sent(done(1, handle())), well(0)),
    none(noOther),
  ],
  [
    "another resource is read before",
    taskUnsupported,
    played(
      "s",
      [toRead],
      received(ask(7, "resources/read", { uri: "x:b" })),
      sent(done(7)),
      asksFor(declared),
      sent(done(1, handle())),
      well(0),
    ),
    broken("the caller got a task for the contents of a resource", 8),
  ],
];

const call = received(ask(1, "tools/call", { name: "t", ...declared }));
const asks = (...keys: readonly string[]): readonly Line[] => [
  call,
  sent(done(1, handle({ status: "input_required", inputRequests: Object.fromEntries(keys.map((key) => [key, {}])) }))),
];
const noInput = "no task asked the client for anything";
const unanswered = broken('"a" got no answer, though the task was asked for 2 times more', 3);
const gone = received(ask(9, "tasks/cancel", { taskId: "k" }));
const ofInputs: readonly Row[] = [
  ["it is answered", taskInputGiven, talk(...asks("a"), update(2, { a: {} })), kept(4)],
  ["the task is asked for twice more without an answer", taskInputGiven, talk(...asks("a"), get(2), get(3)), unanswered],
  ["the task is asked for once more without an answer", taskInputGiven, talk(...asks("a"), get(2)), none(noInput)],
  ["the task is cancelled", taskInputGiven, talk(...asks("a"), get(2), get(3), gone), none(noInput)],
  ["another key is answered", taskInputGiven, talk(...asks("a"), update(2, { b: {} }), get(3), get(4)), unanswered],
  [
    "the task had been asked for before",
    taskInputGiven,
    talk(call, sent(done(1, handle())), get(2), get(3), sent(done(3, handle({ inputRequests: { a: {} } })))),
    none(noInput),
  ],
  ["it is answered once", taskInputOnce, talk(...asks("a"), update(2, { a: {} }), update(3, { b: {} })), kept(4)],
  [
    "it is answered twice",
    taskInputOnce,
    talk(...asks("a"), update(2, { a: {} }), update(3, { a: {} })),
    broken('"a" was answered 2 times', 5),
  ],
  [
    "it is answered three times",
    taskInputOnce,
    talk(...asks("a"), update(2, { a: {} }), update(3, { a: {} }), update(4, { a: {} })),
    broken('"a" was answered 3 times', 5),
  ],
  ["it is never answered", taskInputOnce, talk(...asks("a")), none(noInput)],
  ["the second of two keys is answered", taskInputKeys, talk(...asks("a", "b"), update(2, { b: {} })), kept(4)],
  [
    "a key is answered that was never asked",
    taskInputKeys,
    talk(...asks("a"), update(2, { a: {}, c: {} })),
    broken('it answers "c", which the task never asked', 4),
  ],
  [
    "a key is answered before it is asked",
    taskInputKeys,
    talk(call, sent(done(1, handle())), update(2, { a: {} }), get(3), sent(done(3, handle({ inputRequests: { a: {} } })))),
    broken('it answers "a", which the task never asked', 4),
  ],
  [
    "a key is answered that another task asked",
    taskInputKeys,
    talk(
      ...asks("a"),
      received(ask(5, "tools/call", { name: "t", ...declared })),
      sent(done(5, handle({ taskId: "l", inputRequests: { c: {} } }))),
      update(2, { c: {} }),
    ),
    broken('it answers "c", which the task never asked', 6),
  ],
  [
    "a key is answered that a task of this name asked in another scenario",
    taskInputKeys,
    talk(
      second(),
      ...asks("a"),
      received(ask(1, "tools/call", { name: "t", ...declared }), there),
      sent(done(1, handle({ inputRequests: { c: {} } })), there),
      update(2, { c: {} }),
    ),
    broken('it answers "c", which the task never asked', 7),
  ],
  [
    "two calls become the same task, and what it asked first is answered",
    taskInputKeys,
    talk(...asks("a"), received(ask(5, "tools/call", { name: "t", ...declared })), sent(done(5, handle())), update(2, { a: {} })),
    kept(6),
  ],
  ["nothing is answered", taskInputKeys, talk(...asks("a")), none(noInput)],
];

const toCall = todo("call-tool", { name: "t" });
const works = [call, sent(done(1, handle({ pollIntervalMs: 1000 })))];
const cancels = received(note("notifications/cancelled", { requestId: 1 }));
const polled = (id: number, status: string): readonly Line[] => [get(id), sent(done(id, handle({ status })))];
const ofHandles: readonly Row[] = [
  [
    "it is never asked for, and its call fails",
    taskTaken,
    played("s", [toCall], ...works, badly(0)),
    broken("the call failed, and the task was never asked for", 6),
  ],
  ["it is asked for", taskTaken, played("s", [toCall], ...works, get(2), badly(0)), kept(6)],
  [
    "it is polled without a pause",
    handlePollInterval,
    talk(...works, get(2), get(3), get(4), get(5)),
    { ...broken("it asked 4 times in 40 ms, where the interval is 1000 ms", 7), timing: true } as Row[3],
  ],
  [
    "it is left while it works, and its call fails",
    handlePolledOn,
    played("s", [toCall], ...works, ...polled(2, "working"), badly(0)),
    broken("it asked no further while the task was working, and the call failed", 6),
  ],
  ["it is polled to its end", handlePolledOn, played("s", [toCall], ...works, ...polled(2, "failed"), badly(0)), kept(6)],
  [
    "its call is cancelled by a notification",
    handleCancelled,
    talk(...works, ...polled(2, "working"), cancels),
    broken("it sent notifications/cancelled for a call that had become a task", 6),
  ],
  ["it is cancelled by its own request", handleCancelled, talk(...works, gone), kept(4)],
];

it.each(ofOthers)("of a resource that is answered by a task: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofInputs)("of what a task asks: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofHandles)("of a task: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
