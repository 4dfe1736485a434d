import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksMetaIgnored,
  tasksProgressEnds,
  tasksRequestRelated,
  tasksResultOriginal,
} from "../../../../src/check/server/tasks/related.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, kept, on, type Part, quiet, says, untested } from "../conversation.ts";
import { fetched, got, made, relatedTask, slow } from "./tasks.ts";

const about = (taskId?: Json): { [key: string]: Json } => (taskId === undefined ? {} : { _meta: { [relatedTask]: { taskId } } });
const wishes = (taskId?: Json, method = "elicitation/create"): Line => received(ask(90, method, about(taskId)));
const noQuestion = untested("no task asked for anything");
const stray = (named: string, open = '"a"'): string => `elicitation/create has the related task ${named}, while ${open} was open`;
const astray = (taskId: Json, other: Json, answer?: Parameters<typeof asked>[2]): Part =>
  asked("tasks/get", { taskId, ...about(other) }, answer);
const noOther = untested(
  "no task was asked for with another one in _meta; no listed tool says that it can run as one (execution.taskSupport)",
);
const progress = (progressToken: Json): Line => says("notifications/progress", { progressToken, progress: 1 });
const reporting = made("a", {}, { _meta: { progressToken: "p" } });
const noEnd = untested("no task that reported progress was seen to end");
const noResult = untested("no result of a task was asked for");

// The list comes at line 3, the task at line 5, what the server asks at line 6.
it.each<readonly [string, readonly Part[], object]>([
  ["names its task", [slow, made("a"), wishes("a")], kept(6)],
  ["names no task", [slow, made("a"), wishes()], broken(stray("missing"), 6)],
  ["names another task", [slow, made("a"), wishes("b")], broken(stray('"b"'), 6)],
  [
    "is for a model and names no task",
    [slow, made("a"), wishes(undefined, "sampling/createMessage")],
    broken('sampling/createMessage has the related task missing, while "a" was open', 6),
  ],
  ["is for the roots and names no task", [slow, made("a"), wishes(undefined, "roots/list")], noQuestion],
  ["names neither of two tasks", [slow, made("a"), made("b"), wishes()], broken(stray("missing", '"a", "b"'), 8)],
  [
    "comes while no task is open",
    [slow, wishes()],
    untested(
      "no task asked for anything; of the tools that can run as one (slow) none is annotated readOnlyHint: true, and --allow-writes was not given",
    ),
  ],
  ["comes while another tool is called", [slow, made("a"), asked("tools/call", { name: "add" }), wishes()], noQuestion],
  [
    "comes while a result is waited for",
    [slow, made("a"), asked("tasks/result", { taskId: "a" }), wishes()],
    broken(stray("missing"), 7),
  ],
  ...["tasks/get", "tasks/list", "tasks/cancel", "ping"].map(
    (method) =>
      [
        `comes while ${method} is waited for`,
        [slow, made("a"), asked(method, { taskId: "a" }), wishes()] as readonly Part[],
        broken(stray("missing"), 7),
      ] as const,
  ),
  ["comes after the task had ended", [slow, made("a"), got("a", "completed"), wishes()], noQuestion],
  ["comes after the task had failed", [slow, made("a"), got("a", "failed"), wishes()], noQuestion],
  ["comes after the task was cancelled", [slow, made("a"), got("a", "cancelled"), wishes()], noQuestion],
  ["comes while the task is at work", [slow, made("a"), got("a", "working"), wishes()], broken(stray("missing"), 8)],
  ["comes after the result", [slow, made("a"), fetched("a"), wishes()], noQuestion],
  ["comes after the result of another task", [slow, made("a"), fetched("b"), wishes()], broken(stray("missing"), 8)],
  [
    "comes before the result",
    [slow, made("a"), sent(ask(6, "tasks/result", { taskId: "a" })), wishes(), received(done(6))],
    broken(stray("missing"), 7),
  ],
  ["comes on another connection", [slow, made("a"), opened({ connection: 2 }), on(2, wishes())], noQuestion],
  [
    "names a task that ended on another connection",
    [slow, made("a"), opened({ connection: 2 }), on(2, got("a", "completed")), wishes("a")],
    kept(9),
  ],
  [
    "names a task that is told of afterwards",
    [slow, sent(ask(4, "tools/call", { task: {}, name: "slow" })), wishes("a"), received(done(4, { task: { taskId: "a" } }))],
    kept(5),
  ],
  ["names a task that is asked for afterwards", [slow, wishes("b"), made("b")], noQuestion],
  [
    "names a task that is told of afterwards to another client",
    [
      slow,
      opened({ connection: 2 }),
      on(2, sent(ask(5, "tools/call", { task: {}, name: "slow" }))),
      made("b"),
      wishes("a"),
      on(2, received(done(5, { task: { taskId: "a" } }))),
    ],
    broken(stray('"a"', '"b"'), 8),
  ],
  [
    "names its task, and one comes after that had ended",
    [slow, made("a"), wishes("a"), got("a", "completed"), wishes()],
    kept(6),
  ],
  [
    "names a task that had ended while another is open",
    [slow, made("a"), got("a", "completed"), made("b"), wishes("a")],
    broken(stray('"a"', '"b"'), 10),
  ],
])("something that is asked of the client is judged where it %s", (_title, parts, wanted) => {
  expect(tasksRequestRelated.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a task is given whatever is beside its id",
    tasksMetaIgnored,
    [astray("a", "b", gives({ taskId: "a" })), got("a", "working")],
    kept(3),
  ],
  [
    "the task beside it is given instead",
    tasksMetaIgnored,
    [astray("a", "b", gives({ taskId: "b" })), got("a", "working")],
    broken('asked for "a", answered with "b"', 3),
  ],
  [
    "it is refused and there",
    tasksMetaIgnored,
    [astray("a", "b", fails(-32602)), got("a", "working")],
    broken("refused with error -32602, although the task is there", 3),
  ],
  [
    "it is refused and gone",
    tasksMetaIgnored,
    [astray("a", "b", fails(-32602)), asked("tasks/get", { taskId: "a" }, fails(-32602))],
    noOther,
  ],
  ["it is refused, and was there before", tasksMetaIgnored, [got("a", "working"), astray("a", "b", fails(-32602))], noOther],
  ["it is refused, and another is there", tasksMetaIgnored, [astray("a", "b", fails(-32602)), got("c", "working")], noOther],
  ["it is not answered", tasksMetaIgnored, [astray("a", "b"), got("a", "working")], noOther],
  ["the same task stands beside it", tasksMetaIgnored, [astray("a", "a", gives({ taskId: "c" })), got("a", "working")], noOther],
  [
    "nothing stands beside it",
    tasksMetaIgnored,
    [asked("tasks/get", { taskId: "a" }, gives({ taskId: "c" })), got("a", "working")],
    noOther,
  ],
  ["progress ends with the task", tasksProgressEnds, [slow, reporting, progress("p"), got("a", "completed")], kept(8)],
  [
    "progress comes after the task completed",
    tasksProgressEnds,
    [slow, reporting, got("a", "completed"), progress("p")],
    broken('progress of task "a" after it was "completed"', 8),
  ],
  [
    "progress comes after the task was cancelled",
    tasksProgressEnds,
    [slow, reporting, asked("tasks/cancel", { taskId: "a" }, gives({ taskId: "a", status: "cancelled" })), progress("p")],
    broken('progress of task "a" after it was "cancelled"', 8),
  ],
  [
    "progress comes after the result",
    tasksProgressEnds,
    [slow, reporting, fetched("a"), progress("p")],
    broken('progress of task "a" after its result', 8),
  ],
  [
    "progress comes after the result and before the status",
    tasksProgressEnds,
    [slow, reporting, fetched("a"), progress("p"), got("a", "failed")],
    broken('progress of task "a" after its result', 8),
  ],
  [
    "progress comes after the status and before the result",
    tasksProgressEnds,
    [slow, reporting, got("a", "failed"), progress("p"), fetched("a")],
    broken('progress of task "a" after it was "failed"', 8),
  ],
  [
    "progress ends with one task of two",
    tasksProgressEnds,
    [slow, reporting, progress("p"), got("a", "completed"), made("b")],
    kept(8),
  ],
  ["the task does not end", tasksProgressEnds, [slow, reporting, got("a", "working"), progress("p")], noEnd],
  ["another task ended", tasksProgressEnds, [slow, reporting, got("b", "completed"), fetched("c"), progress("p")], noEnd],
  ["progress of another token comes", tasksProgressEnds, [slow, reporting, got("a", "completed"), progress("q")], noEnd],
  [
    "progress comes on another connection",
    tasksProgressEnds,
    [slow, reporting, got("a", "completed"), opened({ connection: 2 }), on(2, progress("p"))],
    noEnd,
  ],
  [
    "nobody asked for progress",
    tasksProgressEnds,
    [slow, made("a"), got("a", "completed"), says("notifications/progress", {})],
    noEnd,
  ],
  [
    "a call that made no task reports late",
    tasksProgressEnds,
    [
      slow,
      asked("tools/call", { name: "slow", _meta: { progressToken: "p" } }, gives({})),
      progress("p"),
      asked("tasks/get", {}, gives({ status: "completed" })),
    ],
    noEnd,
  ],
  ["a result is given", tasksResultOriginal, [slow, made("a"), fetched("a")], kept(7)],
  [
    "a task is given instead of a result",
    tasksResultOriginal,
    [slow, made("a"), fetched("a", gives({ task: {}, content: [] }))],
    broken("answered with a task instead of a result", 7),
  ],
  [
    "a result is not one of a tool",
    tasksResultOriginal,
    [slow, made("a"), fetched("a", gives({ content: "text" }))],
    broken("answered with a result that is none of tools/call: content is missing", 7),
  ],
  [
    "a task that completed gives an error",
    tasksResultOriginal,
    [slow, made("a"), fetched("a", fails(-32000)), got("a", "completed")],
    broken("answered with error -32000, although the task completed", 7),
  ],
  [
    "a task that failed gives an error",
    tasksResultOriginal,
    [slow, made("a"), got("a", "failed"), fetched("a", fails(-32000))],
    kept(9),
  ],
  ["another task completed", tasksResultOriginal, [slow, made("a"), got("b", "completed"), fetched("a", fails(-32000))], kept(9)],
  [
    "a task that completed is cancelled at last",
    tasksResultOriginal,
    [slow, made("a"), got("a", "completed"), got("a", "cancelled"), fetched("a", fails(-32000))],
    kept(11),
  ],
  ["the task was never made", tasksResultOriginal, [slow, made("a"), fetched("b", gives({}))], noResult],
  ["another result is asked for that nobody made", tasksResultOriginal, [slow, made("a"), fetched("a"), fetched("b")], kept(7)],
  ["no result comes", tasksResultOriginal, [slow, made("a"), asked("tasks/result", { taskId: "a" }), quiet(6)], noResult],
])("of tasks it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
