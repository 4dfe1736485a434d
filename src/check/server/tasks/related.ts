import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import { notificationsFrom, requestsFrom } from "../../../trace/facts/server-message.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { activeDuring } from "../../rules/in-flight.ts";
import { createdTasks, only2025, type Seen, seenTasks, withoutTasks } from "../../rules/tasks-seen.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import { shortJson } from "../../rules/text-forms.ts";

const terminal = new Set<Json | undefined>(["completed", "failed", "cancelled"]);

const idOf = (call: Call): Json | undefined => valueAt(call.request.frame.params, "taskId");

/** Methods by which a client only watches tasks: nothing the server asks meanwhile can belong to them alone. */
const watching = new Set(["tasks/get", "tasks/list", "tasks/result", "tasks/cancel", "ping"]);

export const tasksRequestRelated: Check = {
  id: "tasks.request-related",
  title: "What a task asks of the client names the task in its _meta",
  subject: "server",
  level: "MUST",
  spec: only2025("input-required-status"),
  capability: "tasks",
  advice: 'Add _meta["io.modelcontextprotocol/related-task"] with the taskId to elicitation and sampling inside a task.',
  tolerance: "A question that names no open task is judged only where a task is open and nothing but tasks is waited for.",
  verify(trace) {
    const asked = [...requestsFrom(trace, "elicitation/create"), ...requestsFrom(trace, "sampling/createMessage")];
    return overall(
      asked.flatMap((message): Exhibit[] => {
        const named = valueAt(message.frame.params, "_meta", relatedTaskKey, "taskId");
        const open = openTasks(trace, message);
        // Over HTTP a question may overtake the answer that created its task.
        const isOpen = open.has(named) || tasksInCreation(trace, message).has(named);
        if (named !== undefined && isOpen) return [{ ref: message }];
        const elsewhere = activeDuring(trace, message).some((call) => !watching.has(call.request.frame.method));
        if (open.size === 0 || elsewhere) return [];
        return [
          {
            ref: message,
            wrong: `${message.frame.method} has the related task ${shortJson(named)}, while ${[...open].map(shortJson).join(", ")} was open`,
          },
        ];
      }),
      withoutTasks(trace, "no task asked for anything"),
    );
  },
};

type Place = { readonly seq: number; readonly connection: number };

/** The tasks that were asked for before a message came on their connection, and told of after it. */
function tasksInCreation(trace: Trace, message: Place): Set<Json | undefined> {
  const begun = createdTasks(trace).filter(
    ({ connection, since, seq }) => connection === message.connection && since < message.seq && seq > message.seq,
  );
  return new Set(begun.map(({ task }) => task["taskId"]));
}

/** The tasks that were created and not yet seen to end when a message came on their connection. */
function openTasks(trace: Trace, message: Place): Set<Json | undefined> {
  const before = (seen: Seen): boolean => seen.connection === message.connection && seen.seq < message.seq;
  const open = new Set(
    createdTasks(trace)
      .filter(before)
      .map((seen) => seen.task["taskId"]),
  );
  for (const seen of seenTasks(trace).filter(before)) if (terminal.has(seen.task["status"])) open.delete(seen.task["taskId"]);
  for (const call of calls(trace, "tasks/result"))
    if (call.answer !== undefined && call.answer.seq < message.seq) open.delete(idOf(call));
  return open;
}

export const tasksMetaIgnored: Check = {
  id: "tasks.meta-ignored",
  title: "tasks/get goes by its taskId, whatever _meta names",
  subject: "server",
  level: "MUST",
  spec: only2025("associating-task-related-messages"),
  capability: "tasks",
  advice: "Take the task from params.taskId, and ignore related-task in _meta of tasks/get, tasks/result and tasks/cancel.",
  verify(trace) {
    const gets = calls(trace, "tasks/get").filter((call) => call.answer !== undefined);
    return overall(
      gets.flatMap((call): Exhibit[] => {
        const related = valueAt(call.request.frame.params, "_meta", relatedTaskKey, "taskId");
        const stillThere = gets.some(
          (other) => other.request.seq > call.request.seq && idOf(other) === idOf(call) && errorCodeOf(other) === undefined,
        );
        if (related === undefined || related === idOf(call) || !stillThere) return [];
        const code = errorCodeOf(call);
        const named = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "taskId") : undefined;
        if (code !== undefined)
          return [{ ref: lastOf(call), wrong: `refused with error ${shortJson(code)}, although the task is there` }];
        const mistaken = `asked for ${shortJson(idOf(call))}, answered with ${shortJson(named)}`;
        return [{ ref: lastOf(call), wrong: named === idOf(call) ? undefined : mistaken }];
      }),
      withoutTasks(trace, "no task was asked for with another one in _meta"),
    );
  },
};

export const tasksProgressEnds: Check = {
  id: "tasks.progress-ends",
  title: "A task that ended reports no more progress",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "basic/utilities/progress#behavior-requirements", "2026-07-28": "removed" },
  capability: "tasks",
  advice: "Stop the reports before the task gets the status completed, failed or cancelled.",
  tolerance: "Messages on different HTTP streams have no common order, so only those on the same channel are compared.",
  verify(trace) {
    const progress = notificationsFrom(trace, "notifications/progress");
    return overall(
      answered(calls(trace, "tools/call")).flatMap((call): Exhibit[] => {
        const taskId = valueAt(call.answer.frame.result, "task", "taskId");
        const token = valueAt(call.request.frame.params, "_meta", "progressToken");
        const mine = progress.filter(
          (message) => message.connection === call.request.connection && valueAt(message.frame.params, "progressToken") === token,
        );
        const ended = endOf(trace, taskId);
        if (taskId === undefined || token === undefined || ended === undefined || mine.length === 0) return [];
        const late = mine.find((message) => message.seq > ended.seq && message.exchange === ended.exchange);
        return [
          late === undefined
            ? { ref: ended.seq, wrong: undefined }
            : { ref: late, wrong: `progress of task ${shortJson(taskId)} after ${ended.how}` },
        ];
      }),
      withoutTasks(trace, "no task that reported progress was seen to end"),
    );
  },
};

type End = { readonly seq: number; readonly exchange: number | undefined; readonly how: string };

/** The first answer that said that a task had ended, and how it did. */
function endOf(trace: Trace, taskId: Json | undefined): End | undefined {
  const told = answered([...calls(trace, "tasks/get"), ...calls(trace, "tasks/cancel")]).filter(
    (call) => valueAt(call.answer.frame.result, "taskId") === taskId && terminal.has(valueAt(call.answer.frame.result, "status")),
  );
  // The result is there only when the task has ended (basic/utilities/tasks, "Result Retrieval").
  const given = answered(calls(trace, "tasks/result")).filter((call) => idOf(call) === taskId);
  const [first] = [...told, ...given].toSorted((a, b) => a.answer.seq - b.answer.seq);
  if (first === undefined) return undefined;
  const { seq, exchange, frame } = first.answer;
  const how = valueAt(frame.result, "status");
  return { seq, exchange, how: given.includes(first) ? "its result" : `it was ${shortJson(how)}` };
}

export const tasksResultOriginal: Check = {
  id: "tasks.result-original",
  title: "tasks/result gives what the tool call would have given",
  subject: "server",
  level: "MUST",
  spec: only2025("result-retrieval"),
  capability: "tasks",
  advice:
    "Keep the result or the error of the call, and answer tasks/result with it: no task around it, and no error for a task that completed.",
  tolerance: "The contents are not compared: a second call may rightly give others.",
  verify(trace) {
    const created = new Set(createdTasks(trace).map((seen) => seen.task["taskId"]));
    return overall(
      calls(trace, "tasks/result").flatMap((call): Exhibit[] => {
        if (call.answer === undefined || !created.has(idOf(call))) return [];
        return [{ ref: call.answer, wrong: resultDefect(trace, call) }];
      }),
      withoutTasks(trace, "no result of a task was asked for"),
    );
  },
};

function resultDefect(trace: Trace, call: Call): string | undefined {
  const status = seenTasks(trace).findLast((seen) => seen.task["taskId"] === idOf(call) && terminal.has(seen.task["status"]))
    ?.task["status"];
  if (call.answer?.frame.kind !== "result") {
    const code = shortJson(errorCodeOf(call));
    return status === "completed" ? `answered with error ${code}, although the task completed` : undefined;
  }
  const { result } = call.answer.frame;
  if (isObject(valueAt(result, "task"))) return "answered with a task instead of a result";
  return isArray(valueAt(result, "content"))
    ? undefined
    : "answered with a result that is none of tools/call: content is missing";
}
