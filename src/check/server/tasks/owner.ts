import { type Json, valueAt, isArray } from "../../../jsonrpc/json.ts";
import { type Call, lastOf } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { createdTasks, only2025 } from "../../rules/tasks-seen.ts";

const byId: ReadonlySet<string> = new Set(["tasks/get", "tasks/result", "tasks/cancel"]);

export const tasksBoundToUser: Check = {
  id: "tasks.bound-to-user",
  title: "A task cannot be seen, listed or cancelled by another user",
  subject: "server",
  level: "MUST",
  spec: only2025("task-isolation-and-access-control"),
  capability: "tasks",
  transports: ["http"],
  advice: "Keep with every task whose authorization made it, and treat it as unknown to everybody else, in tasks/list too.",
  tolerance: "Any refusal is accepted.",
  verify(trace) {
    const tried = callsTagged(trace, "task-of-another");
    const created = new Set(tried.flatMap(createdBy));
    const has = (id: Json | undefined): boolean => id !== undefined && created.has(id);
    const looked = tried.flatMap((call): Exhibit[] => {
      const { method, params } = call.request.frame;
      const result = call.answer?.frame.kind === "result" ? call.answer.frame.result : undefined;
      if (method === "tasks/list") {
        const tasks = valueAt(result, "tasks");
        const shown = (isArray(tasks) ? tasks : []).map((task) => valueAt(task, "taskId")).find(has);
        return [
          {
            ref: lastOf(call),
            wrong: shown === undefined ? undefined : `tasks/list shows ${JSON.stringify(shown)} to another user`,
          },
        ];
      }
      if (!byId.has(method) || !has(valueAt(params, "taskId"))) return [];
      return [{ ref: lastOf(call), wrong: result === undefined ? undefined : `${method} was done for another user` }];
    });
    if (looked.length === 0) return notApplicable("no task was made that another user could ask for");
    return overall(looked, "");
  },
};

export const tasksListIdentified: Check = {
  id: "tasks.list-identified",
  title: "A server that cannot tell its requestors apart offers no tasks/list",
  subject: "server",
  level: "SHOULD NOT",
  spec: only2025("task-isolation-and-access-control"),
  capability: "tasks.list",
  transports: ["http"],
  advice: "List only what the same session or user has made, or leave tasks.list out: others learn of tasks that are not theirs.",
  tolerance: "Judged without authorization, by two sessions; whoever shows each its own tasks tells them apart.",
  verify(trace) {
    const lists = callsTagged(trace, "tasks-of-another-session");
    if (lists.length === 0) return inconclusive("tasks were not listed in a second session");
    const made = createdTasks(trace);
    const looked = lists.flatMap((call): Exhibit[] => {
      const { connection, seq } = call.request;
      const others = new Set(
        made.filter((one) => one.connection !== connection && one.seq < seq).map(({ task }) => task["taskId"]),
      );
      if (others.size === 0 || call.answer === undefined) return [];
      const tasks = call.answer.frame.kind === "result" ? valueAt(call.answer.frame.result, "tasks") : undefined;
      const shown = (isArray(tasks) ? tasks : [])
        .map((task) => valueAt(task, "taskId"))
        .find((id) => id !== undefined && others.has(id));
      return [
        {
          ref: call.answer,
          wrong: shown === undefined ? undefined : `tasks/list shows ${JSON.stringify(shown)}, which another session has made`,
        },
      ];
    });
    return looked.length === 0 ? notApplicable("no task was made in another session") : overall(looked, "");
  },
};

/** The id of the task a tool call was answered with. */
function createdBy({ request, answer }: Call): Json[] {
  const made = answer?.frame.kind === "result" && request.frame.method === "tools/call";
  const id = made ? valueAt(answer.frame.result, "task", "taskId") : undefined;
  return id === undefined ? [] : [id];
}
