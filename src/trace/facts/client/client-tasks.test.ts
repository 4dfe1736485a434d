import { expect, it } from "vitest";
import {
  ask,
  done,
  failed,
  type Line,
  note,
  opened,
  received,
  sent,
  smallTrace,
  status,
  posted,
} from "../../../../test/support/traces/small-trace.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { askedPages, cursorsGiven, nextOf } from "./asked-pages.ts";
import { type ClientTask, clientTasks, isOver } from "./client-tasks.ts";
import { sessionEnd } from "./session-end.ts";
import { taskInputs } from "./task-inputs.ts";

const two = { connection: 2 } as const;
const declared = {
  _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } } },
};
const call = (id: number, params: object = {}, more: object = {}): Line =>
  received(ask(id, "tools/call", { name: "t", ...params }), more);
const handle = (state: object = {}): Json => ({ resultType: "task", taskId: "k", status: "working", ...state });
const core = (state: object = {}): Json => ({ task: { taskId: "k", status: "working", ...state } });
const about = (id: number, method: string, taskId = "k", more: object = {}): Line => received(ask(id, method, { taskId }), more);

it.each<[string, "core" | "extension", readonly Line[], readonly string[]]>([
  ["of the core, where the call asked for one", "core", [call(1, { task: {} }), sent(done(1, core()))], ["k"]],
  ["of the core only where the call asked for one", "core", [call(1), sent(done(1, core()))], []],
  ["of the core only where the task has an id", "core", [call(1, { task: {} }), sent(done(1, core({ taskId: 7 })))], []],
  ["of the core only where the task is an object", "core", [call(1, { task: {} }), sent(done(1, { task: "k" }))], []],
  ["of the core, not of the extension", "core", [call(1, { task: {}, ...declared }), sent(done(1, handle()))], []],
  ["of the extension, where the client declares it", "extension", [call(1, declared), sent(done(1, handle()))], ["k"]],
  ["of the extension only where the client declares it", "extension", [call(1), sent(done(1, handle()))], []],
  [
    "of the extension only where the result says so",
    "extension",
    [call(1, declared), sent(done(1, handle({ resultType: "complete" })))],
    [],
  ],
  ["of the extension, not of the core", "extension", [call(1, { task: {}, ...declared }), sent(done(1, core()))], []],
  ["none where the call was refused", "extension", [call(1, declared), sent(failed(1))], []],
  ["none where the call was not answered", "core", [call(1, { task: {} })], []],
  ["none where something else was asked", "extension", [received(ask(1, "prompts/get", declared)), sent(done(1, handle()))], []],
])("the tasks of a client are those %s", (_what, kind, lines, ids) => {
  expect(clientTasks(smallTrace("client", [opened(), ...lines]), kind).map(({ id }) => id)).toEqual(ids);
});

const seqs = (task: ClientTask | undefined): unknown =>
  task && [task.gets, task.results, task.updates, task.cancels].map((calls) => calls.map(({ request }) => request.seq));

it("a task goes with what was asked about it in its session, and what was told of it in answers", () => {
  const trace = smallTrace("client", [
    opened(),
    opened({ ...two, session: "other" }),
    opened({ connection: 3 }),
    call(1, declared),
    sent(done(1, handle())),
    about(2, "tasks/get"),
    sent(done(2, handle({ status: "completed" }))),
    about(3, "tasks/result"),
    about(4, "tasks/update"),
    about(5, "tasks/cancel"),
    about(6, "tasks/get", "other"),
    about(7, "tasks/get", "k", two),
    about(8, "tasks/get", "k", { connection: 3 }),
    about(9, "tasks/get"),
    sent(done(9, "soon")),
    about(10, "tasks/get"),
    sent(failed(10)),
  ]);
  const [task] = clientTasks(trace, "extension");
  expect(seqs(task)).toEqual([[6, 13, 14, 16], [8], [9], [10]]);
  expect(task?.told).toEqual([
    { seq: 5, state: handle() },
    { seq: 7, state: handle({ status: "completed" }) },
  ]);
});

it.each<[string, "core" | "extension", Line, boolean]>([
  ["of the core said something of it", "core", sent(note("notifications/tasks/status", { taskId: "k" })), true],
  ["of the extension said something of it", "extension", sent(note("notifications/tasks", { taskId: "k" })), true],
  [
    "of the core said something of one of the extension",
    "extension",
    sent(note("notifications/tasks/status", { taskId: "k" })),
    false,
  ],
  ["said something of another task", "extension", sent(note("notifications/tasks", { taskId: "l" })), false],
  ["came from the client itself", "extension", received(note("notifications/tasks", { taskId: "k" })), false],
])("that a notification %s is told of a task of the %s: %#", (_what, kind, notification, expected) => {
  const opening = kind === "core" ? [call(1, { task: {} }), sent(done(1, core()))] : [call(1, declared), sent(done(1, handle()))];
  expect(clientTasks(smallTrace("client", [opened(), ...opening, notification]), kind)[0]?.notified).toBe(expected);
});

it.each([
  ["completed", true],
  ["failed", true],
  ["cancelled", true],
  ["working", false],
  ["input_required", false],
])("a task that was last told to be %s is over: %s", (word, expected) => {
  const told = (id: number, how: string): Line[] => [about(id, "tasks/get"), sent(done(id, handle({ status: how })))];
  const created = [opened(), call(1, declared), sent(done(1, handle()))];
  const lines = [...created, ...told(2, expected ? "working" : "completed"), ...told(3, word)];
  expect(clientTasks(smallTrace("client", lines), "extension").map(isOver)).toEqual([expected]);
});

it("a task of which nothing was told is not over", () => {
  const [task] = clientTasks(smallTrace("client", [opened(), call(1, declared), sent(done(1, handle()))]), "extension");
  expect(task && isOver({ ...task, told: [] })).toBe(false);
});

const told = (scenario: string, ...names: readonly string[]): Line => ({
  kind: "told",
  connection: 9,
  scenario,
  steps: names.map((name) => ({ do: "call-tool", name })),
});
const opening = [call(1, declared), sent(done(1, handle()))];

it.each<[string, readonly Line[], number | undefined]>([
  ["the one of its scenario that calls this tool", [opened(), told("main", "u", "t"), ...opening], 1],
  ["none where two steps call this tool", [opened(), told("main", "t", "t"), ...opening], undefined],
  ["none where the tool was called twice", [opened(), told("main", "t"), ...opening, call(2)], undefined],
  ["it also where another tool was called too", [opened(), told("main", "t"), ...opening, call(2, { name: "u" })], 0],
  [
    "it also where another scenario calls the tool",
    [opened(), opened({ ...two, session: "other" }), told("main", "t"), told("other", "t"), ...opening, call(2, {}, two)],
    0,
  ],
  [
    "it also where another connection was opened before",
    [opened({ ...two, session: "other" }), opened(), told("main", "t"), ...opening],
    0,
  ],
  ["none of another scenario", [opened(), told("other", "t"), ...opening], undefined],
  ["none where nobody knows the scenario", [told("main", "t"), ...opening], undefined],
])("the step that made a task is %s", (_what, lines, index) => {
  expect(clientTasks(smallTrace("client", lines), "extension")[0]?.step?.index).toBe(index);
});

it("what a task asks for is told once for each key, with every answer to it", () => {
  const trace = smallTrace("client", [
    opened(),
    call(1, declared),
    sent(done(1, handle({ inputRequests: { a: { method: "x" } } }))),
    about(2, "tasks/get"),
    sent(done(2, handle({ inputRequests: { a: { method: "y" }, b: "z" } }))),
    received(ask(3, "tasks/update", { taskId: "k", inputResponses: { a: 1, b: null } })),
    received(ask(4, "tasks/update", { taskId: "k", inputResponses: { a: 2 } })),
  ]);
  const found = taskInputs(trace).map(({ key, request, seq, answers }) => [
    key,
    request,
    seq,
    answers.map(({ update, value }) => [update.request.seq, value]),
  ]);
  expect(found).toEqual([
    [
      "a",
      { method: "x" },
      3,
      [
        [6, 1],
        [7, 2],
      ],
    ],
    ["b", "z", 5, [[6, null]]],
  ]);
});

const page = (id: number, params?: Json, method = "tools/list", more: object = {}): Line =>
  received(ask(id, method, params), more);

it.each<[string, readonly Line[], boolean]>([
  ["a page had named it", [page(1), sent(done(1, { nextCursor: "x" })), page(2, { cursor: "x" })], true],
  ["a page named it afterwards", [page(1), page(2, { cursor: "x" }), sent(done(1, { nextCursor: "x" }))], false],
  [
    "a page of another list had named it",
    [page(1, {}, "prompts/list"), sent(done(1, { nextCursor: "x" })), page(2, { cursor: "x" })],
    false,
  ],
  ["a page had named another", [page(1), sent(done(1, { nextCursor: "y" })), page(2, { cursor: "x" })], false],
  ["a page had named none", [page(1), sent(done(1, {})), page(2)], false],
  ["a page was refused", [page(1), sent(failed(1)), page(2)], false],
  [
    "something that is no list had named it",
    [page(1, {}, "tools/call"), sent(done(1, { nextCursor: "x" })), page(2, { cursor: "x" })],
    false,
  ],
])("a client had been given the cursor it asks with where %s", (_what, lines, expected) => {
  const trace = smallTrace("client", lines);
  const last = askedPages(trace).at(-1);
  const isGiven = cursorsGiven(trace);
  expect(last && isGiven(last)).toBe(expected);
  expect(last && isGiven(last, (one) => nextOf(one) === "other")).toBe(false);
});

it("pages are asked for by methods that list something", () => {
  const trace = smallTrace("client", [
    page(1),
    page(2, {}, "tools/call"),
    page(3, {}, "resources/templates/list"),
    page(4, {}, "list"),
  ]);
  expect(askedPages(trace).map(({ request }) => request.seq)).toEqual([1, 3]);
});

const session = { "Mcp-Session-Id": "s" };

it.each<[string, readonly Line[], number]>([
  ["when its client had deleted it", [posted(1, null, session, { method: "DELETE" }), status(1, 204)], 2],
  ["when the server did not know it any more", [posted(1, ask(1, "ping"), session), status(1, 404)], 2],
  ["not when deleting was refused", [posted(1, null, session, { method: "DELETE" }), status(1, 405)], Infinity],
  ["not when deleting was not answered", [posted(1, null, session, { method: "DELETE" })], Infinity],
  ["not when something else was answered", [posted(1, ask(1, "ping"), session), status(1, 200)], Infinity],
  ["not when there was no session", [posted(1, ask(1, "ping")), status(1, 404)], Infinity],
  ["not when that was on another connection", [posted(1, ask(1, "ping"), session, two), status(1, 404)], Infinity],
])("a session is over %s", (_what, lines, seq) => {
  expect(sessionEnd(smallTrace("client", lines), 1)).toBe(seq);
});
