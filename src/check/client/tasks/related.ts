import { asObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import { clientTasks } from "../../../trace/facts/client/client-tasks.ts";
import { type Call, allCalls } from "../../../trace/call.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { only2025 } from "../../rules/tasks-seen.ts";
import { shortJson } from "../../rules/text-forms.ts";

/** What belongs to a task says so, the answer to what a task asks as well. */
export const taskAnswerRelated: Check = {
  id: "tasks.client-answer-related",
  title: "The answer to what a task asks names that task in its _meta",
  subject: "client",
  level: "MUST",
  spec: only2025("associating-task-related-messages"),
  advice: 'Take _meta["io.modelcontextprotocol/related-task"] of the request over into _meta of the result.',
  tolerance:
    "Only results are judged, for an error has no place for it, and only those to requests that named a task the client itself had asked for. What tasks/get, tasks/list and tasks/cancel bring, and the beginning of a task, tell the task themselves.",
  verify(trace) {
    const own = new Set<Json | undefined>(clientTasks(trace, "core").map(({ id }) => id));
    return overallIfAny(
      allCalls(trace).flatMap((call): Exhibit[] => {
        const asked = relatedTo(call.request.frame.params);
        const { answer } = call;
        if (!own.has(asked) || answer?.frame.kind !== "result" || tellsItself(call, answer.frame.result)) return [];
        const named = relatedTo(answer.frame.result);
        const told = named === undefined ? "names no task" : `names the task ${shortJson(named)}`;
        const wrong = `the answer to ${call.request.frame.method} of the task ${shortJson(asked)} ${told}`;
        return [{ ref: answer, wrong: named === asked ? undefined : wrong }];
      }),
      "no task asked the client for anything",
    );
  },
};

const relatedTo = (carrier: Json | undefined): Json | undefined => valueAt(carrier, "_meta", relatedTaskKey, "taskId");

/** Whether a result has the task it is about as a member. */
const tellsItself = ({ request }: Call, result: Json): boolean =>
  /^tasks\/(get|list|cancel)$/.test(request.frame.method) || "task" in asObject(result);
