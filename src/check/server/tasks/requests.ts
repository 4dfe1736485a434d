import { invalidParams, methodNotFound, invalidRequest } from "../../../jsonrpc/error-codes.ts";
import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import { declares } from "../../../trace/facts/server-facts.ts";
import { errorCodeOf, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { failsAnyway, overTellingCalls } from "../../rules/fails-anyway.ts";
import { only2025, seenTasks, withoutTasks } from "../../rules/tasks-seen.ts";
import { errorDefect } from "../../rules/error-defect.ts";

const idOf = (call: Call): Json | undefined => valueAt(call.request.frame.params, "taskId");
/** The ids of the tasks the server spoke of by itself. What it answers when it is asked for an id shows no task: it may take any for one. */
function knownIds(trace: Trace): Set<Json | undefined> {
  return new Set(
    seenTasks(trace)
      .filter(({ method }) => method !== "tasks/get" && method !== "tasks/cancel")
      .map(({ task }) => task["taskId"]),
  );
}

function codeDefect(call: Call): string | undefined {
  const defect = errorDefect(call, invalidParams);
  return defect === undefined ? undefined : `${call.request.frame.method} was ${defect}`;
}

export const tasksUnknownId: Check = {
  id: "tasks.unknown-id",
  title: "A task that does not exist is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: only2025("protocol-errors"),
  capability: "tasks",
  advice: "Answer tasks/get, tasks/result and tasks/cancel with error -32602 when the id is unknown.",
  tolerance: "A method whose own capability is not declared (tasks.cancel) may as well be unknown.",
  explains: [{ checks: ["tasks.*"], within: "exchange" }],
  verify(trace) {
    const known = knownIds(trace);
    const special = ["tasks/get", "tasks/result", "tasks/cancel"]
      .flatMap((method) => calls(trace, method))
      .filter((call) => call.answer !== undefined && !known.has(idOf(call)))
      .filter((call) => call.request.frame.method !== "tasks/cancel" || declares(trace, "tasks.cancel") === true);
    // A task may be gone, and then it is refused as one that never was.
    const isControl = (call: Call): boolean => known.has(idOf(call)) && errorCodeOf(call) !== invalidParams;
    return overTellingCalls(trace, { special, isControl, none: "no unknown task was asked for" }, (call) => ({
      ref: lastOf(call),
      wrong: codeDefect(call),
    }));
  },
};

export const tasksInvalidCursor: Check = {
  id: "tasks.invalid-cursor",
  title: "tasks/list answers an unknown cursor with error -32602",
  subject: "server",
  level: "MUST",
  spec: only2025("protocol-errors"),
  capability: "tasks.list",
  advice: "Check the cursor, also when all tasks fit on one page.",
  verify(trace) {
    const given = new Set(answered(calls(trace, "tasks/list")).map((call) => valueAt(call.answer.frame.result, "nextCursor")));
    const cursorOf = (call: Call): Json | undefined => valueAt(call.request.frame.params, "cursor");
    const special = calls(trace, "tasks/list").filter(
      (call) =>
        call.answer !== undefined &&
        errorCodeOf(call) !== methodNotFound && // tasks.list-served judges that
        cursorOf(call) !== undefined &&
        !given.has(cursorOf(call)),
    );
    const isControl = (call: Call): boolean => cursorOf(call) === undefined;
    return overTellingCalls(trace, { special, isControl, none: "tasks were not listed with an unknown cursor" }, (call) => ({
      ref: lastOf(call),
      wrong: codeDefect(call),
    }));
  },
};

export const tasksListServed: Check = {
  id: "tasks.list-served",
  title: "Declaring tasks.list goes with a tasks/list that works",
  subject: "server",
  level: "PRACTICE",
  spec: only2025("server-capabilities"),
  capability: "tasks.list",
  advice: "Implement tasks/list, or do not declare tasks.list.",
  verify(trace) {
    return overall(
      calls(trace, "tasks/list")
        .filter((call) => call.answer !== undefined && valueAt(call.request.frame.params, "cursor") === undefined)
        .map((call) => ({
          ref: lastOf(call),
          wrong: errorCodeOf(call) === undefined ? undefined : `answered with error ${JSON.stringify(errorCodeOf(call))}`,
        })),
      "tasks were not listed",
    );
  },
};

export const tasksEndedNotCancelled: Check = {
  id: "tasks.ended-not-cancelled",
  title: "Cancelling a task that ended is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: only2025("task-cancellation"),
  capability: "tasks.cancel",
  advice: "Look at the status first: completed, failed and cancelled are final.",
  explains: [{ checks: ["tasks.terminal-stays"], within: "connection" }],
  verify(trace) {
    return overall(
      calls(trace, "tasks/cancel")
        .filter((call) => call.answer !== undefined && endedBefore(trace, call))
        .map((call) => ({ ref: lastOf(call), wrong: codeDefect(call) })),
      withoutTasks(trace, "no task that had ended was cancelled"),
    );
  },
};

const terminal = new Set<Json | undefined>(["completed", "failed", "cancelled"]);

function endedBefore(trace: Trace, call: Call): boolean {
  return answered([...calls(trace, "tasks/get"), ...calls(trace, "tasks/cancel")]).some(
    (other) =>
      other.answer.seq < call.request.seq &&
      valueAt(other.answer.frame.result, "taskId") === idOf(call) &&
      terminal.has(valueAt(other.answer.frame.result, "status")),
  );
}

export const tasksListComplete: Check = {
  id: "tasks.list-complete",
  title: "A task that tasks/get knows is in tasks/list",
  subject: "server",
  level: "MUST",
  spec: only2025("task-listing"),
  capability: "tasks.list",
  advice: "Take both from the same store.",
  verify(trace) {
    const lists = answered(calls(trace, "tasks/list")).filter(
      (call) =>
        valueAt(call.request.frame.params, "cursor") === undefined &&
        valueAt(call.answer.frame.result, "nextCursor") === undefined,
    );
    return overall(
      lists.flatMap((list): Exhibit[] => {
        const gets = answered(calls(trace, "tasks/get")).filter((call) => call.request.connection === list.request.connection);
        const before = gets.filter((call) => call.answer.seq < list.request.seq).map(idOf);
        const after = new Set(gets.filter((call) => call.request.seq > list.answer.seq).map(idOf));
        const tasks = valueAt(list.answer.frame.result, "tasks");
        const listed = new Set((isArray(tasks) ? tasks : []).map((task) => valueAt(task, "taskId")));
        return before
          .filter((id) => after.has(id))
          .map((id) => ({ ref: list.answer, wrong: listed.has(id) ? undefined : `task ${JSON.stringify(id)} is not listed` }));
      }),
      withoutTasks(trace, "tasks were not listed between two requests for one of them"),
    );
  },
};

export const tasksRequiredEnforced: Check = {
  id: "tasks.required-enforced",
  title: "A tool that requires tasks answers an ordinary call with error -32601",
  subject: "server",
  level: "MUST",
  spec: only2025("tool-level-negotiation"),
  capability: "tasks.requests.tools.call",
  advice: "Refuse the call with error -32601, or list the tool as optional.",
  tolerance: "Elsewhere the page allows -32600 for a request that has to be a task: both codes are accepted.",
  verify(trace) {
    const required = toolCalls(trace).filter((call) => valueAt(call.tool, "execution", "taskSupport") === "required");
    if (required.length === 0) return notApplicable("no tool that requires tasks was called");
    return overall(
      required
        .filter((call) => call.call.answer !== undefined && valueAt(call.call.request.frame.params, "task") === undefined)
        .map((call) => ({ ref: call.seq, wrong: errorDefect(call.call, methodNotFound, invalidRequest) })),
      "no tool that requires tasks was called without one",
    );
  },
};

const isOrdinaryCall = ({ request }: Call, name: Json | undefined): boolean =>
  valueAt(request.frame.params, "task") === undefined && valueAt(request.frame.params, "name") === name;

export const tasksForbiddenRefused: Check = {
  id: "tasks.forbidden-refused",
  title: "A tool that forbids tasks answers a task-augmented call with error -32601",
  subject: "server",
  level: "SHOULD",
  spec: only2025("tool-level-negotiation"),
  capability: "tasks.requests.tools.call",
  advice: "Refuse the call with error -32601 unless execution.taskSupport allows it.",
  verify(trace) {
    if (declares(trace, "tasks.requests.tools.call") === undefined) return inconclusive("the server announced no capabilities");
    return overall(
      toolCalls(trace)
        .filter(
          (call) =>
            call.call.answer !== undefined &&
            isObject(call.tool) &&
            valueAt(call.call.request.frame.params, "task") !== undefined &&
            !failsAnyway(trace, call.call, (other) => isOrdinaryCall(other, call.name)),
        )
        .filter((call) => ["forbidden", undefined].includes(valueAt(call.tool, "execution", "taskSupport") as string | undefined))
        .map((call) => ({ ref: call.seq, wrong: errorDefect(call.call, methodNotFound) })),
      "no tool that forbids tasks was called as one",
    );
  },
};
