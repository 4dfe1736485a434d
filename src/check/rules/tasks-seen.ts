import { asObject, valueAt, isArray, isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { answered, calls } from "../../trace/call.ts";
import { listed } from "../../trace/facts/server-facts.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { textOrJson } from "./text-forms.ts";

const page = "basic/utilities/tasks";

/** Where a statement about tasks stands: they belong to the core of one revision only. */
export const only2025 = (anchor: string): Check["spec"] => ({ "2025-11-25": `${page}#${anchor}`, "2026-07-28": "removed" });

/** A task as the server described it at one moment, and the method whose answer (or notification) did so. */
export type Seen = {
  readonly seq: number;
  readonly connection: number;
  readonly method: string;
  readonly task: JsonObject;
  /** When it was asked for: an answer may tell of any moment after that. Where nobody asked, the event itself. */
  readonly since: number;
  /** The HTTP exchange that brought it, over HTTP. */
  readonly exchange: number | undefined;
};

/** Whether a description tells of a moment after an event: one that was asked for later does, or what came later on the same stream unasked. */
export const tellsOfLater = (seen: Seen, event: { readonly seq: number; readonly exchange: number | undefined }): boolean =>
  seen.since > event.seq && (seen.since !== seen.seq || seen.exchange === event.exchange);

/** Every description of a task in a trace, in order. */
export function seenTasks(trace: Trace): Seen[] {
  const fromAnswers = answered(calls(trace)).flatMap((call): Seen[] => {
    const { method } = call.request.frame;
    const { seq, connection, exchange } = call.answer;
    const base = { seq, connection, method, since: call.request.seq, exchange };
    const { result } = call.answer.frame;
    if (method === "tasks/get" || method === "tasks/cancel") return [{ ...base, task: asObject(result) }];
    const entries = method === "tasks/list" ? valueAt(result, "tasks") : undefined;
    if (isArray(entries)) return entries.filter(isObject).map((task) => ({ ...base, task }));
    const created = method === "tools/call" ? valueAt(result, "task") : undefined;
    return isObject(created) ? [{ ...base, task: created }] : [];
  });
  const fromNotifications = notificationsFrom(trace, "notifications/tasks/status").map((message) => ({
    seq: message.seq,
    connection: message.connection,
    method: message.frame.method,
    since: message.seq,
    exchange: message.exchange,
    task: asObject(message.frame.params),
  }));
  return [...fromAnswers, ...fromNotifications].toSorted((a, b) => a.seq - b.seq);
}

/** The tasks that calls were answered with. */
export const createdTasks = (trace: Trace): Seen[] => seenTasks(trace).filter((seen) => seen.method === "tools/call");

/** What tells a task from all others: over HTTP its id alone; on stdio every connection is a process, which may begin to count anew. */
export function taskKey(trace: Trace, { connection, task }: Seen): string {
  return JSON.stringify([trace.subject.transport === "stdio" ? connection : 0, task["taskId"] ?? null]);
}

/**
 * Why something of tasks was not seen: `unseen`, and where no tool was called that can run as one, that, with what would change it.
 * (Tools that are not said to only read are called with `--allow-writes`, or where a hint names them.)
 */
export function withoutTasks(trace: Trace, unseen: string): string {
  const able = listed(trace, "tools")
    .map(({ item }) => item)
    .filter(canBeTask);
  if (able.length === 0) return `${unseen}; no listed tool says that it can run as one (execution.taskSupport)`;
  const called = new Set(calls(trace, "tools/call").map(({ request }) => valueAt(request.frame.params, "name")));
  if (able.some(({ name }) => called.has(name))) return unseen;
  const names = [...new Set(able.map(({ name }) => textOrJson(name)))].slice(0, 3).join(", ");
  const why = able.some((tool) => valueAt(tool, "annotations", "readOnlyHint") === true)
    ? "none was called"
    : "none is annotated readOnlyHint: true, and --allow-writes was not given";
  return `${unseen}; of the tools that can run as one (${names}) ${why}`;
}

function canBeTask(tool: JsonObject): boolean {
  const support = valueAt(tool, "execution", "taskSupport");
  return support === "optional" || support === "required";
}
