import { missingRequiredClientCapability } from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import {
  declaresTasks,
  type Handle,
  handleMethods,
  handles,
  isFinal,
  sameCall,
  statesByTask,
  taskIdOf,
} from "../../../trace/facts/extensions/task-handles.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, overall } from "../../outcome.ts";
import { areCounted } from "../../../base/are-counted.ts";
import { tasksCapability, tasksPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const noTask = "no tool that was called answered with a task";

/** The calls of clients without the extension that are the same as one that was answered with a task; with that. */
function withheld(trace: Trace): { readonly call: Call; readonly handle: Handle }[] {
  const made = handles(trace).filter(({ call }) => declaresTasks(call));
  return calls(trace, "tools/call")
    .filter((call) => call.answer !== undefined && !declaresTasks(call))
    .flatMap((call) => {
      const handle = made.find((one) => sameCall(one.call, call));
      return handle === undefined ? [] : [{ call, handle }];
    });
}

export const tasksDeclaredOnly: Check = {
  id: "extensions.tasks-declared-only",
  title: "A client that does not declare tasks is never answered with one",
  subject: "server",
  level: "MUST NOT",
  spec: tasksPlace("capability-negotiation"),
  capability: tasksCapability,
  advice: "Look at the capabilities of this very request before you answer with a task.",
  verify(trace) {
    const given = handles(trace).filter(({ call }) => !declaresTasks(call));
    const others = withheld(trace).filter(({ call }) => !given.some((one) => one.call.request.seq === call.request.seq));
    return overall(
      [
        ...given.map(({ call, taskId }): Exhibit => ({
          ref: call.answer,
          wrong: `a request that does not declare the extension was answered with the task ${shortJson(taskId)}`,
        })),
        ...others.map(({ call }): Exhibit => ({ ref: lastOf(call) })),
      ],
      handles(trace).length === 0 ? noTask : "no tool that answers with a task was called without declaring the extension",
    );
  },
};

export const tasksRequiredError: Check = {
  id: "extensions.tasks-required-error",
  title: "What works as a task only is refused with error -32021 to clients without tasks",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("capability-negotiation"),
  capability: tasksCapability,
  advice: "Answer error -32021 with data.requiredCapabilities naming the extension, or do the work before you answer.",
  tolerance: "Only refusals of calls that as a task came to a result count: what fails anyway shows nothing.",
  verify(trace) {
    const states = statesByTask(trace);
    const others = withheld(trace);
    return overall(
      others.flatMap(({ call, handle }): Exhibit[] => {
        const code = errorCodeOf(call);
        if (code === undefined) return [{ ref: lastOf(call) }];
        const completed = states.get(handle.taskId)?.some(({ state }) => state["status"] === "completed") === true;
        if (code !== missingRequiredClientCapability)
          return completed ? [{ ref: lastOf(call), wrong: `refused with error ${shortJson(code)}, expected -32021` }] : [];
        const named = call.answer?.frame.kind === "error" ? call.answer.frame.error.data : undefined;
        const wanted = valueAt(named, "requiredCapabilities", "extensions", extensionIds.tasks);
        return [
          {
            ref: lastOf(call),
            wrong:
              wanted === undefined && completed
                ? `error -32021 does not name the extension: data is ${shortJson(named)}`
                : undefined,
          },
        ];
      }),
      handles(trace).length === 0 ? noTask : "no tool that answers with a task was called without declaring the extension",
    );
  },
};

export const tasksResultType: Check = {
  id: "extensions.tasks-result-type",
  title: "A task has the resultType task when it is made, and nothing else has",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("polymorphic-results"),
  capability: tasksCapability,
  advice:
    'Set "resultType": "task" on the answer that makes a task, and "complete" on those to tasks/get, tasks/update and tasks/cancel.',
  tolerance:
    "The page's own examples of tasks that failed, or whose tool failed, have the type task in answers to tasks/get: there both are accepted.",
  verify(trace) {
    const made = handles(trace).map(({ call, task }): Exhibit => ({
      ref: call.answer,
      wrong: task["resultType"] === "task" ? undefined : `a task was made with resultType ${shortJson(task["resultType"])}`,
    }));
    const others = answered(calls(trace))
      .filter(({ request }) => request.frame.method !== "tools/call")
      .flatMap(({ request, answer }): Exhibit[] => {
        const { method } = request.frame;
        const type = valueAt(answer.frame.result, "resultType");
        const isOurs = handleMethods.some((one) => one === method);
        if (type === "task") {
          const shown = method === "tasks/get" && showsFailure(answer.frame.result);
          return shown ? [] : [{ ref: answer, wrong: `the answer to ${method} has the resultType task` }];
        }
        if (!isOurs || type === undefined) return [];
        return [
          {
            ref: answer,
            wrong: type === "complete" ? undefined : `the answer to ${method} has the resultType ${shortJson(type)}`,
          },
        ];
      });
    return overall([...made, ...others], noTask);
  },
};

function showsFailure(result: Parameters<typeof valueAt>[0]): boolean {
  return valueAt(result, "status") === "failed" || valueAt(result, "result", "isError") === true;
}

export const tasksResolves: Check = {
  id: "extensions.tasks-resolves",
  title: "A task can be asked for as soon as it was given",
  subject: "server",
  level: "MUST NOT",
  spec: tasksPlace("task-creation"),
  capability: tasksCapability,
  advice: "Store the task before you answer with it, and wait for stores that take their time.",
  tolerance: "A task whose time to live is over may be gone.",
  verify(trace) {
    return overall(
      handles(trace).flatMap(({ call, task, taskId }): Exhibit[] => {
        const first = calls(trace, "tasks/get").find(
          (get) =>
            get.request.seq > call.answer.seq && get.answer !== undefined && taskIdOf(get) === taskId && declaresTasks(get),
        );
        if (first === undefined) return [];
        const code = errorCodeOf(first);
        const ttl = task["ttlMs"];
        if (code !== undefined && typeof ttl === "number" && first.request.at - call.answer.at >= ttl) return [];
        return [
          {
            ref: lastOf(first),
            wrong: code === undefined ? undefined : `tasks/get for the task just given fails with ${shortJson(code)}`,
          },
        ];
      }),
      noTask,
    );
  },
};

/** Shorter ids can be tried one after the other. */
const shortestId = 8;

export const tasksIdUnguessable: Check = {
  id: "extensions.tasks-id-unguessable",
  title: "Ids of tasks are not counted, repeated or short enough to be guessed",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("security-considerations"),
  capability: tasksCapability,
  advice: "Draw the ids from a cryptographic source: a random UUID will do.",
  tolerance:
    "Randomness cannot be seen from outside: only repeated and counted ids, and those of fewer than 8 characters, are reported.",
  verify(trace) {
    const made = handles(trace);
    const counted = areCounted(made.map(({ taskId }) => taskId));
    return overall(
      made.map(({ call, taskId }, index): Exhibit => {
        const before = made.slice(0, index).some((other) => other.taskId === taskId);
        const wrong = before
          ? `the id ${shortJson(taskId)} was given twice`
          : counted
            ? `the ids of tasks are counted: ${shortJson(taskId)} is one of them`
            : taskId.length < shortestId
              ? `an id of ${taskId.length} characters: ${shortJson(taskId)}`
              : undefined;
        return { ref: call.answer, wrong };
      }),
      noTask,
    );
  },
};

export const tasksTerminalStays: Check = {
  id: "extensions.tasks-terminal-stays",
  title: "A task that ended stays as it ended",
  subject: "server",
  level: "SHOULD",
  spec: tasksPlace("task-status"),
  capability: tasksCapability,
  advice: "Keep completed, failed and cancelled for good: a cancellation that comes too late changes nothing.",
  verify(trace) {
    const tasks = [...statesByTask(trace).values()];
    if (tasks.length === 0) return inconclusive(noTask);
    return overall(
      tasks.flatMap((states): Exhibit[] => {
        const asked = states.filter(({ how }) => how !== "told");
        const end = asked.findIndex(({ state }) => isFinal(state["status"]));
        const ended = asked[end];
        if (ended === undefined) return [];
        const { status } = ended.state;
        return asked
          .slice(end + 1)
          .filter(({ since = 0 }) => since > ended.seq)
          .map(({ seq, state }) => ({
            ref: seq,
            wrong:
              state["status"] === status ? undefined : `a task that was ${shortJson(status)} is ${shortJson(state["status"])}`,
          }));
      }),
      "no task was asked for again after it had ended",
    );
  },
};
