import { invalidParams, methodNotFound, missingRequiredClientCapability } from "../../../jsonrpc/error-codes.ts";
import { asObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import {
  declaresTasks,
  handleMethods,
  handles,
  isFinal,
  statesByTask,
  taskIdOf,
} from "../../../trace/facts/extensions/task-handles.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { allCalls, answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { errorDefect } from "../../rules/error-defect.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { isPlain } from "../../rules/plain-call.ts";
import { tasksCapability, tasksPlace } from "../../rules/extensions/places.ts";
import { acknowledged, subscriptionIdOf } from "../../rules/subscriptions-seen.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import { shortJson, textOrJson } from "../../rules/text-forms.ts";

const noTask = "no tool that was called answered with a task";

/** The members an acknowledgement may have. */
const emptyMembers = ["resultType", "_meta"];

export const tasksAcknowledged: Check = {
  id: "extensions.tasks-acknowledged",
  title: "tasks/update and tasks/cancel are acknowledged with an empty result",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("task-cancellation"),
  capability: tasksCapability,
  advice: 'Answer { "resultType": "complete" } and let the client learn of the status by tasks/get.',
  verify(trace) {
    const given = new Set<Json | undefined>(handles(trace).map(({ taskId }) => taskId));
    return overall(
      answered([...calls(trace, "tasks/update"), ...calls(trace, "tasks/cancel")])
        .filter((call) => given.has(taskIdOf(call)))
        .map(({ request, answer }) => {
          const more = Object.keys(asObject(answer.frame.result)).filter((name) => !emptyMembers.includes(name));
          const wrong =
            more.length === 0 ? undefined : `the answer to ${request.frame.method} has ${more.slice(0, 5).join(", ")}`;
          return { ref: answer, wrong };
        }),
      noTask,
    );
  },
};

export const tasksCancelAnswered: Check = {
  id: "extensions.tasks-cancel-answered",
  title: "The cancelling of a task is acknowledged, also when the work cannot be stopped",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("task-cancellation"),
  capability: tasksCapability,
  advice: "Take the wish to cancel and acknowledge it; the task may still complete.",
  tolerance:
    "Only tasks that tasks/get said were at work just before count: whether one that ended can be cancelled is left open.",
  verify(trace) {
    const states = statesByTask(trace);
    return overall(
      calls(trace, "tasks/cancel").flatMap((call): Exhibit[] => {
        const before = states.get(textOrJson(taskIdOf(call)))?.findLast(({ seq }) => seq < call.request.seq);
        const { answer } = call;
        if (before === undefined || answer === undefined || isFinal(before.state["status"]) || !declaresTasks(call)) return [];
        if (answer.frame.kind === "result") return [{ ref: answer }];
        // It may have ended meanwhile; then it is known to have done so without the cancelling.
        const after = states.get(textOrJson(taskIdOf(call)))?.find(({ seq, how }) => seq > answer.seq && how === "asked")?.state[
          "status"
        ];
        if (after === undefined || isFinal(after)) return [];
        return [{ ref: answer, wrong: `tasks/cancel of a task at work fails with ${shortJson(errorCodeOf(call))}` }];
      }),
      "no task was cancelled while it was at work",
    );
  },
};

/** The answered requests for tasks nobody made, by clients that declare the extension. */
function unknown(trace: Trace, ...methods: readonly string[]): Call[] {
  return callsTagged(trace, "no-such-task").filter(
    (call) => call.answer !== undefined && methods.includes(call.request.frame.method) && declaresTasks(call),
  );
}

/** Requests for tasks that exist and fail all the same, as where tasks are kept elsewhere; not those of tasks that are gone by now. */
const isControl =
  (trace: Trace) =>
  (other: Call): boolean =>
    isPlain(trace, other) && errorCodeOf(other) !== invalidParams;

export const tasksUnknownId: Check = {
  id: "extensions.tasks-unknown-id",
  title: "tasks/get for a task that does not exist is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("protocol-errors"),
  capability: tasksCapability,
  advice: "Answer error -32602 to an id you do not know, also when it is of another form than yours.",
  verify: (trace) =>
    overTellingCalls(
      trace,
      { special: unknown(trace, "tasks/get"), isControl: isControl(trace), none: "no unknown task was asked for" },
      (call) => ({
        ref: lastOf(call),
        wrong: errorDefect(call, invalidParams),
      }),
    ),
};

export const tasksUnknownChanges: Check = {
  id: "extensions.tasks-unknown-changes",
  title: "tasks/update and tasks/cancel of a task that does not exist are answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: tasksPlace("protocol-errors"),
  capability: tasksCapability,
  advice: "Answer error -32602 rather than acknowledge what cannot happen.",
  verify: (trace) =>
    overTellingCalls(
      trace,
      {
        special: unknown(trace, "tasks/update", "tasks/cancel"),
        isControl: isControl(trace),
        none: "no unknown task was updated or cancelled",
      },
      (call) => {
        const wrong = errorDefect(call, invalidParams);
        return { ref: lastOf(call), wrong: wrong === undefined ? undefined : `${call.request.frame.method} was ${wrong}` };
      },
    ),
};

export const tasksUndeclaredMethods: Check = {
  id: "extensions.tasks-undeclared-methods",
  title: "Requests for tasks are refused with error -32021 to clients that do not declare them",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("protocol-errors"),
  capability: tasksCapability,
  advice: "Look at the capabilities of each request first, and answer error -32021 where the extension is missing.",
  tolerance:
    "Which error comes first is left open: -32602 for a task that does not exist is accepted, and so for one that is not seen to exist later.",
  verify(trace) {
    const given = handles(trace);
    const isThere = (call: Call): boolean =>
      given.some(({ taskId }) => taskId === taskIdOf(call)) &&
      calls(trace, "tasks/get").some(
        (later) =>
          later.request.seq > call.request.seq && taskIdOf(later) === taskIdOf(call) && later.answer?.frame.kind === "result",
      );
    return overall(
      handleMethods
        .flatMap((method) => allCalls(trace, method))
        .filter((call) => call.answer !== undefined && !declaresTasks(call))
        .filter((call) => errorCodeOf(call) !== invalidParams || isThere(call))
        .map((call) => {
          const wrong = errorDefect(call, missingRequiredClientCapability);
          return { ref: lastOf(call), wrong: wrong === undefined ? undefined : `${call.request.frame.method} was ${wrong}` };
        }),
      "no task that exists was asked for without declaring the extension",
    );
  },
};

export const tasksUndeclaredListen: Check = {
  id: "extensions.tasks-undeclared-listen",
  title: "News of tasks are refused with error -32021 to clients that do not declare them",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("task-status-notifications"),
  capability: tasksCapability,
  advice: "Answer subscriptions/listen that names taskIds with error -32021 where the extension is missing.",
  tolerance: "A server that knows no subscriptions at all (-32601) has none to refuse.",
  verify(trace) {
    const asked = allCalls(trace, "subscriptions/listen").filter(
      (call) => valueAt(call.request.frame.params, "notifications", "taskIds") !== undefined && !declaresTasks(call),
    );
    return overall(
      asked.flatMap((call): Exhibit[] => {
        const began = notificationsFrom(trace, acknowledged).find(
          (note) =>
            note.connection === call.request.connection &&
            note.seq > call.request.seq &&
            textOrJson(subscriptionIdOf(note)) === textOrJson(call.request.frame.id),
        );
        if (began !== undefined) return [{ ref: began, wrong: "the subscription was opened" }];
        if (call.answer === undefined) return [];
        const wrong = errorDefect(call, missingRequiredClientCapability, methodNotFound);
        return [{ ref: lastOf(call), wrong }];
      }),
      "no client without the extension asked for news of tasks",
    );
  },
};

export const tasksUnknownKeys: Check = {
  id: "extensions.tasks-unknown-keys",
  title: "Answers to input nobody asked for are ignored",
  subject: "server",
  level: "SHOULD",
  spec: tasksPlace("response-1"),
  capability: tasksCapability,
  advice: "Acknowledge tasks/update and take what you asked for; other keys may be late answers.",
  verify(trace) {
    const states = statesByTask(trace);
    return overall(
      calls(trace, "tasks/update")
        .filter((call) => call.answer !== undefined && declaresTasks(call) && states.has(textOrJson(taskIdOf(call))))
        .filter((call) => {
          const before = states.get(textOrJson(taskIdOf(call)))?.findLast(({ seq }) => seq < call.request.seq);
          const keys = Object.keys(asObject(valueAt(call.request.frame.params, "inputResponses")));
          const wanted = Object.keys(asObject(before?.state["inputRequests"]));
          const after = states.get(textOrJson(taskIdOf(call)))?.find(({ seq, how }) => seq > lastOf(call).seq && how === "asked");
          // What has ended meanwhile may refuse it for that.
          const mayHaveEnded = errorCodeOf(call) !== undefined && (after === undefined || isFinal(after.state["status"]));
          return keys.some((key) => !wanted.includes(key)) && !isFinal(before?.state["status"]) && !mayHaveEnded;
        })
        .map((call) => ({
          ref: lastOf(call),
          wrong:
            errorCodeOf(call) === undefined
              ? undefined
              : `an answer under a key nobody gave was refused with error ${shortJson(errorCodeOf(call))}`,
        })),
      noTask,
    );
  },
};
