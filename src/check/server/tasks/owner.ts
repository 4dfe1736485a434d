import { type Json, valueAt, isArray } from "../../../jsonrpc/json.ts";
import { type Call, lastOf } from "../../../trace/message.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { only2025 } from "../../rules/tasks-seen.ts";

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

/** The id of the task a tool call was answered with. */
function createdBy({ request, answer }: Call): Json[] {
  const made = answer?.frame.kind === "result" && request.frame.method === "tools/call";
  const id = made ? valueAt(answer.frame.result, "task", "taskId") : undefined;
  return id === undefined ? [] : [id];
}
