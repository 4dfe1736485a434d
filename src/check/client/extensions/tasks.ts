import { asObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { clientTasks } from "../../../trace/facts/client/client-tasks.ts";
import { taskInputs, type TaskInput } from "../../../trace/facts/client/task-inputs.ts";
import { declaresTasks } from "../../../trace/facts/extensions/task-handles.ts";
import { callsIn, toldSteps } from "../../../trace/told-steps.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { asksItself, cancelsByRequest, pollsInTime, pollsToTheEnd } from "../../rules/clients/task-waiting.ts";
import { tasksPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const kind = "extension";

/** A task is an answer like another. */
export const taskTaken: Check = asksItself({
  id: "extensions.client-tasks-taken",
  spec: tasksPlace("capability-negotiation"),
  kind,
  level: "MUST",
  title: "A client that declares the extension for tasks takes a task in answer to a call",
});

/** A task says how often it may be asked for. */
export const handlePollInterval: Check = pollsInTime({
  id: "extensions.client-tasks-poll-interval",
  spec: tasksPlace("task-polling"),
  kind,
});

/** A task that works is asked for again. */
export const handlePolledOn: Check = pollsToTheEnd({
  id: "extensions.client-tasks-polls-on",
  spec: tasksPlace("task-polling"),
  kind,
});

/** A task has a request of its own to be cancelled by. */
export const handleCancelled: Check = cancelsByRequest({
  id: "extensions.client-tasks-cancels",
  spec: tasksPlace("task-cancellation"),
  kind,
  level: "MUST NOT",
});

/** Not everything can be answered by a task. */
export const taskUnsupported: Check = {
  id: "extensions.client-tasks-unsupported",
  title: "A task in answer to a request that cannot become one is taken for an invalid answer",
  subject: "client",
  level: "MUST",
  spec: tasksPlace("capability-negotiation"),
  advice: "Let such a request fail: only tools/call is answered by tasks.",
  tolerance: "Only of drivers that report their steps, and declare the extension.",
  verify: (trace) =>
    overallIfAny(
      toldSteps(trace, "read-resource").flatMap(({ scenario, told, report }): Exhibit[] => {
        const call = callsIn(trace, scenario, "resources/read").find(
          ({ request }) => valueAt(request.frame.params, "uri") === told["uri"],
        );
        const result: Json | undefined = call?.answer?.frame.kind === "result" ? call.answer.frame.result : undefined;
        if (call === undefined || report === undefined || valueAt(result, "resultType") !== "task") return [];
        if (!declaresTasks(call) || report.value["unsupported"] === true) return [];
        const id = valueAt(result, "taskId");
        const follows = callsIn(trace, scenario, "tasks/get").find(
          ({ request }) => valueAt(request.frame.params, "taskId") === id,
        );
        if (follows !== undefined) return [{ ref: follows.request, wrong: "it asked for the task a resource was answered by" }];
        const taken = report.value["ok"] === true;
        return [{ ref: report, wrong: taken ? "the caller got a task for the contents of a resource" : undefined }];
      }),
      "no client that declares the extension was given a task for something else",
    ),
};

/** So many further polls show that a client does not answer. */
const furtherPolls = 2;

const answeredOnce = "no task asked the client for anything";

/** What a task asks is answered. */
export const taskInputGiven: Check = {
  id: "extensions.client-tasks-input",
  title: "What a task asks of its client is answered by tasks/update",
  subject: "client",
  level: "SHOULD",
  spec: tasksPlace("task-update-requests"),
  advice: "Send tasks/update with an answer for each key in inputRequests.",
  verify: (trace) =>
    overallIfAny(
      taskInputs(trace).flatMap(({ task, key, seq, answers }): Exhibit[] => {
        const [answer] = answers;
        if (answer !== undefined) return [{ ref: answer.update.request }];
        const more = task.gets.filter(({ request }) => request.seq > seq);
        if (more.length < furtherPolls || task.cancels.length > 0) return [];
        return [{ ref: seq, wrong: `${shortJson(key)} got no answer, though the task was asked for ${more.length} times more` }];
      }),
      answeredOnce,
    ),
};

/** And not again. */
export const taskInputOnce: Check = {
  id: "extensions.client-tasks-input-once",
  title: "Nothing a task asks is answered twice",
  subject: "client",
  level: "SHOULD",
  spec: tasksPlace("response-1"),
  advice: "Keep the keys you have answered: the state of a task may name them for a while longer.",
  verify: (trace) =>
    overallIfAny(
      taskInputs(trace).flatMap(({ key, answers }): Exhibit[] => {
        const [first, second] = answers;
        if (first === undefined) return [];
        const ref = second?.update.request ?? first.update.request;
        return [{ ref, wrong: second && `${shortJson(key)} was answered ${answers.length} times` }];
      }),
      answeredOnce,
    ),
};

/** Only what was asked is answered. */
export const taskInputKeys: Check = {
  id: "extensions.client-tasks-input-keys",
  title: "Answers to a task have the keys of what it asks",
  subject: "client",
  level: "MUST",
  spec: tasksPlace("request-1"),
  advice: "Take the keys of inputResponses from inputRequests as they are.",
  tolerance: "A key that was answered already is the matter of another check.",
  verify: (trace) =>
    overallIfAny(
      clientTasks(trace, kind).flatMap((task) =>
        task.updates.map(({ request }): Exhibit => {
          // Servers of different scenarios may call their tasks the same.
          const isAbout = (one: TaskInput): boolean => one.task.updates.some((update) => update.request === request);
          const asked = taskInputs(trace).filter((one) => isAbout(one) && one.seq < request.seq);
          const given: JsonObject = asObject(valueAt(request.frame.params, "inputResponses"));
          const odd = Object.keys(given).find((name) => !asked.some(({ key }) => key === name));
          return {
            ref: request,
            wrong: odd === undefined ? undefined : `it answers ${shortJson(odd)}, which the task never asked`,
          };
        }),
      ),
      answeredOnce,
    ),
};
