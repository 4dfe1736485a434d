import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { tasksForbiddenRefused, tasksRequiredEnforced } from "../../../../src/check/server/tasks/requests.ts";
import { tasksUndeclaredIgnored, tasksUnsupportedIgnored } from "../../../../src/check/server/tasks/undeclared.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, tagged, untested } from "../conversation.ts";
import { breaks, called, listing, tool, works } from "../tools/tools.ts";
import { slow } from "./tasks.ts";

const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const withTasks = declaring({ tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } });
const withoutCancel = declaring({ tasks: {} });
const supporting = (taskSupport: Json): Part => listing(tool("slow", { execution: { taskSupport } }));
const slowly = (answer?: Parameters<typeof called>[2]): Part => called("slow", {}, answer, { task: {} });
const silence = untested("the server announced no capabilities");
const start = listing(tool("slow"));
const madeOne = gives({ task: { taskId: "a" } });
const inSameWords = idle("the tools fail in the same words when they are not called as tasks");
const none = untested("no tool was called as a task");

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a tool that requires tasks is called without",
    tasksRequiredEnforced,
    [supporting("required"), called("slow", {}, works())],
    broken("answered with a result, expected error -32601", 5),
  ],
  [
    "it is refused as an unknown method",
    tasksRequiredEnforced,
    [supporting("required"), called("slow", {}, fails(-32601))],
    kept(5),
  ],
  [
    "it is refused as an invalid request",
    tasksRequiredEnforced,
    [supporting("required"), called("slow", {}, fails(-32600))],
    kept(5),
  ],
  [
    "it is refused as invalid params",
    tasksRequiredEnforced,
    [supporting("required"), called("slow", {}, fails(-32602))],
    broken("answered with error -32602, expected error -32601", 5),
  ],
  [
    "it is called as a task",
    tasksRequiredEnforced,
    [supporting("required"), slowly(works())],
    untested("no tool that requires tasks was called without one"),
  ],
  [
    "it is called without and does not answer",
    tasksRequiredEnforced,
    [supporting("required"), called("slow", {})],
    untested("no tool that requires tasks was called without one"),
  ],
  [
    "a tool that allows tasks is called without",
    tasksRequiredEnforced,
    [slow, called("slow", {}, works())],
    idle("no tool that requires tasks was called"),
  ],
  [
    "a tool that forbids tasks is called as one",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), slowly(works())],
    broken("answered with a result, expected error -32601", 7),
  ],
  [
    "a tool that says nothing is called as one and refused",
    tasksForbiddenRefused,
    [withTasks, listing(tool("slow")), slowly(fails(-32601))],
    kept(7),
  ],
  [
    "a tool that allows tasks is called as one",
    tasksForbiddenRefused,
    [withTasks, slow, slowly(works())],
    untested("no tool that forbids tasks was called as one"),
  ],
  [
    "a tool that forbids tasks is called as it should",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), called("slow", {}, works())],
    untested("no tool that forbids tasks was called as one"),
  ],
  [
    "a tool that forbids tasks does not answer",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), slowly()],
    untested("no tool that forbids tasks was called as one"),
  ],
  [
    "a tool that is not listed is called as a task",
    tasksForbiddenRefused,
    [withTasks, slowly(works())],
    untested("no tool that forbids tasks was called as one"),
  ],
  [
    "it fails in the same words without a task",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), called("slow", {}, fails(-32000)), slowly(fails(-32000))],
    untested("no tool that forbids tasks was called as one"),
  ],
  [
    "another tool fails in the same words without a task",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), called("add", {}, fails(-32000)), slowly(fails(-32000))],
    broken("answered with error -32000, expected error -32601", 9),
  ],
  [
    "another call of it as a task fails in the same words",
    tasksForbiddenRefused,
    [withTasks, supporting("forbidden"), slowly(fails(-32000)), slowly(fails(-32000))],
    broken("answered with error -32000, expected error -32601", 7, 9),
  ],
  [
    "a server announced nothing",
    tasksForbiddenRefused,
    [supporting("forbidden"), slowly(works())],
    untested("the server announced no capabilities"),
  ],
])("of requests for tasks it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

// The first outcome is of a server with tasks but without those of tools, the second of one that declares no tasks.
it.each<readonly [string, readonly Part[], object, object]>([
  ["works", [start, slowly(works())], kept(7), kept(7)],
  ["fails", [start, slowly(breaks())], kept(7), kept(7)],
  ["finds the arguments wrong", [start, slowly(fails(-32602))], kept(7), kept(7)],
  [
    "is refused",
    [start, slowly(fails(-32601))],
    broken("answered with error -32601", 7),
    broken("answered with error -32601", 7),
  ],
  [
    "gives a task",
    [start, slowly(madeOne)],
    broken("answered with a task", 7),
    idle("the server makes tasks without declaring them"),
  ],
  [
    "gives a task once and works once",
    [start, slowly(madeOne), slowly(works())],
    broken("answered with a task", 7),
    idle("the server makes tasks without declaring them"),
  ],
  ["does not answer", [start, slowly()], none, none],
  ["is not listed", [slowly(works())], none, none],
  ["is called otherwise", [start, called("slow", {}, works())], none, none],
  [
    "is refused in the same words otherwise",
    [start, called("slow", {}, fails(-32601)), slowly(fails(-32601))],
    inSameWords,
    inSameWords,
  ],
  [
    "is refused in the words of another tool",
    [start, called("add", {}, fails(-32601)), slowly(fails(-32601))],
    broken("answered with error -32601", 9),
    broken("answered with error -32601", 9),
  ],
  [
    "is refused twice as a task in the same words",
    [start, slowly(fails(-32601)), slowly(fails(-32601))],
    broken("answered with error -32601", 7, 9),
    broken("answered with error -32601", 7, 9),
  ],
  [
    "fails once and otherwise works twice",
    [start, called("slow", {}, works()), called("slow", {}, works()), slowly(breaks())],
    kept(11),
    kept(11),
  ],
  [
    "fails twice and otherwise works twice",
    [start, called("slow", {}, works()), called("slow", {}, works()), slowly(breaks()), slowly(fails(-32602))],
    broken("fails each time it is called as a task, and never when it is not", 11, 13),
    broken("fails each time it is called as a task, and never when it is not", 11, 13),
  ],
  [
    "fails twice and otherwise works once",
    [start, called("slow", {}, works()), slowly(breaks()), slowly(breaks())],
    kept(9, 11),
    kept(9, 11),
  ],
  [
    "fails once, works once and otherwise works twice",
    [start, called("slow", {}, works()), called("slow", {}, works()), slowly(breaks()), slowly(works())],
    kept(11, 13),
    kept(11, 13),
  ],
])("a tool that was called as a task is judged without the capability where it %s", (_title, parts, half, without) => {
  expect(tasksUndeclaredIgnored.verify(conversation([withoutCancel, ...parts]))).toEqual(half);
  expect(tasksUnsupportedIgnored.verify(conversation([declaring({}), ...parts]))).toEqual(without);
});

it("nothing is said of a server that declares them, that has no tasks, or that announced nothing", () => {
  const parts = [start, slowly(fails(-32601))];
  const verdict = (check: Check, ...first: readonly Part[]) => check.verify(conversation([...first, ...parts]));
  expect(verdict(tasksUndeclaredIgnored, withTasks)).toEqual(idle("the server declares tasks.requests.tools.call"));
  expect(verdict(tasksUndeclaredIgnored, declaring({}))).toEqual(idle("the server has no tasks"));
  expect(verdict(tasksUndeclaredIgnored)).toEqual(silence);
  expect(verdict(tasksUnsupportedIgnored, withoutCancel)).toEqual(idle("the server declares tasks"));
  expect(verdict(tasksUnsupportedIgnored)).toEqual(silence);
  const mixed = [declaring({}), start, slowly(madeOne), slowly(works())];
  expect(tasksUndeclaredIgnored.verify(conversation(mixed))).toEqual(broken("answered with a task", 7));
  expect(tasksUndeclaredIgnored.verify(conversation([declaring({}), start, tagged("x", called("slow", {}, works()))]))).toEqual(
    none,
  );
});
