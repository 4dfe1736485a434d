import { expect, it } from "vitest";
import { ask, done, failed, type Line, note, received, sent, smallTrace } from "../../../../test/support/traces/small-trace.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import { allCalls, answered } from "../../call.ts";
import { bytesOf, readFiles, skillEntries, skillFiles, skillOf } from "./skills.ts";
import { declaresTasks, handles, isFinal, isRpcError, sameCall, statesByTask, taskIdOf, taskStates } from "./task-handles.ts";

/** A request that was answered with a result. */
const exchange = (id: number, method: string, result: Json, params: Json = {}): Line[] => [
  sent(ask(id, method, params)),
  received(done(id, result)),
];

it("skills are told as they came, in lists and when they were asked for", () => {
  const trace = smallTrace("server", [
    ...exchange(1, "skills/get", { skill: { uri: "a" } }),
    ...exchange(2, "skills/list", { skills: [{ uri: "b" }, "c"] }),
    ...exchange(3, "skills/get", {}),
    ...exchange(4, "skills/list", { skills: {} }),
    ...exchange(5, "skills/get", { skill: "d" }),
    sent(ask(6, "skills/list")),
    received(failed(6)),
  ]);
  expect(skillEntries(trace)).toEqual([
    { seq: 2, how: "got", entry: { uri: "a" } },
    { seq: 4, how: "listed", entry: { uri: "b" } },
    { seq: 4, how: "listed", entry: {} },
    { seq: 10, how: "got", entry: {} },
  ]);
});

it.each<[Json | undefined, string | undefined]>([
  ["skill://a/b/SKILL.md", "skill://a/b"],
  ["skill://a/SKILL.md/x", undefined],
  ["SKILL.md", undefined],
  [7, undefined],
  [undefined, undefined],
])("a skill that is at %s has the directory %s", (uri, root) => {
  const entry = { ...(uri === undefined ? {} : { uri }), frontmatter: { name: "b" } };
  expect(skillOf({ seq: 1, how: "got", entry })).toEqual({ name: "b", root });
});

it("the files of a skill are the objects it lists, none where it makes them as they are asked for", () => {
  const files = (resources: Json): unknown => skillFiles({ seq: 3, how: "got", entry: { resources } });
  expect(files([{ uri: "a" }, "b", null])).toEqual([{ seq: 3, file: { uri: "a" } }]);
  expect([files("dynamic"), skillFiles({ seq: 3, how: "got", entry: {} })]).toEqual([[], []]);
});

it.each<[string, Json, Json, unknown]>([
  [
    "what has the URI that was asked for",
    { uri: "a" },
    { contents: [{ uri: "b" }, { uri: "a", text: "x" }] },
    { uri: "a", text: "x" },
  ],
  ["the only thing that came, whatever its URI", { uri: "a" }, { contents: [{ uri: "b" }] }, { uri: "b" }],
  ["nothing where several things came with other URIs", { uri: "a" }, { contents: [{ uri: "b" }, { uri: "c" }] }, undefined],
  ["nothing where the only thing that came is no object", { uri: "a" }, { contents: ["a"] }, undefined],
  ["nothing where what came is no list", { uri: "a" }, { contents: { uri: "a" } }, undefined],
  ["nothing where no URI was asked for", {}, { contents: [{ uri: "a" }] }, undefined],
  ["nothing where what was asked for is no URI", { uri: 7 }, { contents: [{ uri: "a" }] }, undefined],
])("a file was read as %s", (_what, params, result, contents) => {
  const trace = smallTrace("server", exchange(1, "resources/read", result, params));
  expect(readFiles(trace)).toEqual(contents === undefined ? [] : [{ seq: 2, uri: "a", contents }]);
});

it.each<[string, Record<string, Json>, readonly number[] | undefined]>([
  ["a text in UTF-8", { text: "é" }, [0xc3, 0xa9]],
  ["a blob in Base64", { blob: "/wA=" }, [255, 0]],
  ["a blob that is no Base64", { blob: "§" }, undefined],
  ["a blob that is a number", { blob: 1234 }, undefined],
  ["neither", {}, undefined],
  ["a text that is none", { text: 7 }, undefined],
])("the bytes of what was read as %s", (_what, contents, bytes) => {
  const found = bytesOf({ seq: 1, uri: "a", contents });
  expect(found && [...found]).toEqual(bytes);
});

const capabilities = (extensions: Json): Json => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions } } });

it("a request declares tasks by its own envelope, and is about a task by its id", () => {
  const trace = smallTrace("server", [
    sent(ask(1, "tools/call", capabilities({ "io.modelcontextprotocol/tasks": {} }))),
    sent(ask(2, "tools/call", capabilities({ "io.modelcontextprotocol/ui": {} }))),
    sent(ask(3, "tasks/get", { taskId: "k" })),
  ]);
  expect(allCalls(trace).map(declaresTasks)).toEqual([true, false, false]);
  expect(allCalls(trace).map(taskIdOf)).toEqual([undefined, undefined, "k"]);
});

it.each<[string, Json, boolean]>([
  ["says that it is one", { resultType: "task", taskId: "k", content: [] }, true],
  ["has a status and no content", { taskId: "k", status: "working" }, true],
  ["has a status and content", { taskId: "k", status: "working", content: [] }, false],
  ["has a status that is none", { taskId: "k", status: 7 }, false],
  ["says that it is one, without an id", { resultType: "task" }, false],
  ["says that it is one, with an id that is a number", { resultType: "task", taskId: 7 }, false],
  ["has only an id", { taskId: "k" }, false],
])("a call was answered with a task where the result %s", (_what, result, expected) => {
  const found = handles(smallTrace("server", exchange(1, "tools/call", result)));
  expect(found.map(({ taskId, task, call }) => [taskId, task, call.request.seq])).toEqual(expected ? [["k", result, 1]] : []);
});

it("what is said of tasks is told as it came: when they are made, asked for, or in notifications", () => {
  const trace = smallTrace("server", [
    received(note("notifications/tasks", { taskId: "k", status: "working" })),
    ...exchange(1, "tools/call", { resultType: "task", taskId: "k" }),
    ...exchange(2, "tasks/get", { taskId: "l" }, { taskId: "k" }),
    received(note("notifications/tasks/status", { taskId: "k" })),
    ...exchange(3, "tasks/get", "soon", { taskId: 7 }),
  ]);
  const told = { seq: 1, how: "told", state: { taskId: "k", status: "working" } };
  const created = { seq: 3, how: "created", state: { resultType: "task", taskId: "k" } };
  const asked = { seq: 5, how: "asked", since: 4, state: { taskId: "l" }, asked: "k" };
  expect(taskStates(trace)).toEqual([told, created, asked, { seq: 8, how: "asked", since: 7, state: {}, asked: 7 }]);
  expect([...statesByTask(trace)]).toEqual([
    ["k", [told, created]],
    ["l", [asked]],
  ]);
});

it.each([
  ["completed", true],
  ["failed", true],
  ["cancelled", true],
  ["working", false],
  [undefined, false],
])("the status %s is final: %s", (word, expected) => {
  expect(isFinal(word)).toBe(expected);
});

it.each<[string, Json, Json, boolean]>([
  ["name and arguments are", { name: "t", arguments: { a: 1 }, _meta: {} }, { name: "t", arguments: { a: 1 } }, true],
  ["names are, and neither has arguments", { name: "t" }, { name: "t" }, true],
  ["names are not", { name: "t", arguments: {} }, { name: "u", arguments: {} }, false],
  ["arguments are not", { name: "t", arguments: { a: 1 } }, { name: "t", arguments: { a: 2 } }, false],
])("two calls are the same where their %s", (_what, one, other, expected) => {
  const trace = smallTrace("server", [...exchange(1, "tools/call", {}, one), ...exchange(2, "tools/call", {}, other)]);
  const [first, second] = answered(allCalls(trace));
  expect(first && second && sameCall(first, second)).toBe(expected);
});

it.each<[Json | undefined, boolean]>([
  [{ code: -32603, message: "no" }, true],
  [{ code: 1.5, message: "no" }, false],
  [{ code: "1", message: "no" }, false],
  [{ code: 1 }, false],
  [{ code: 1, message: 2 }, false],
  [[1, "no"], false],
  [undefined, false],
])("%j has the form of an error: %s", (value, expected) => {
  expect(isRpcError(value)).toBe(expected);
});
