import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { clientCalls } from "../../../trace/facts/client-facts.ts";
import { clientTasks } from "../../../trace/facts/client/client-tasks.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, judgeEach, overallIfAny } from "../../outcome.ts";
import { asksItself, cancelsByRequest, pollsInTime, pollsToTheEnd } from "../../rules/clients/task-waiting.ts";
import { only2025 } from "../../rules/tasks-seen.ts";

/** A task says how often it may be asked for. */
export const taskPollInterval: Check = pollsInTime({
  id: "tasks.client-poll-interval",
  spec: only2025("getting-tasks"),
  kind: "core",
});

/** A task that works is asked for again. */
export const taskPolledOn: Check = pollsToTheEnd({
  id: "tasks.client-polls-on",
  spec: only2025("getting-tasks"),
  kind: "core",
});

/** Nobody has to tell of a task. */
export const taskWithoutNews: Check = asksItself({
  id: "tasks.client-without-status",
  spec: only2025("task-notifications"),
  kind: "core",
  level: "MUST NOT",
  title: "The client does not rely on notifications about a task",
});

/** A task has a request of its own to be cancelled by. */
export const taskCancelled: Check = cancelsByRequest({
  id: "tasks.client-cancels",
  spec: { "2025-11-25": "basic/utilities/cancellation#behavior-requirements", "2026-07-28": "removed" },
  kind: "core",
  level: "MUST",
});

/** So many further polls show that a client does not fetch what it is asked. */
const furtherPolls = 2;

/** What a task wants from its requestor comes with its result. */
export const taskInputFetched: Check = {
  id: "tasks.client-input-fetched",
  title: "A task that wants input is asked for its result at once, so that the requests for input can come",
  subject: "client",
  level: "SHOULD",
  spec: only2025("input-required-status"),
  advice: "Send tasks/result as soon as the status is input_required, and answer what comes meanwhile.",
  verify: (trace) =>
    overallIfAny(
      clientTasks(trace, "core").flatMap(({ told, gets, results }): Exhibit[] => {
        const wanted = told.find(({ state }) => state["status"] === "input_required");
        if (wanted === undefined) return [];
        const asked = results[0]?.request;
        const before = gets.filter(({ request }) => request.seq > wanted.seq && request.seq < (asked?.seq ?? Infinity));
        if (before.length < furtherPolls) return asked === undefined ? [] : [{ ref: asked }];
        return [{ ref: wanted.seq, wrong: `it asked for the status ${before.length} times more before the result` }];
      }),
      "no task of the client wanted input",
    ),
};

const aboutTasks = ["tasks/get", "tasks/result", "tasks/cancel"] as const;

/** A request about a task names it once. */
export const taskIdAlone: Check = {
  id: "tasks.client-id-alone",
  title: "Requests about a task name it by taskId alone, without the metadata of related messages",
  subject: "client",
  level: "SHOULD NOT",
  spec: only2025("associating-task-related-messages"),
  advice: "Leave io.modelcontextprotocol/related-task out of tasks/get, tasks/result and tasks/cancel.",
  verify: (trace) =>
    judgeEach(
      aboutTasks.flatMap((method) => clientCalls(trace, method).map(({ request }) => request)),
      "the client asked about no task",
      ({ frame }) => (related(frame.params) === undefined ? undefined : `${frame.method} has the metadata as well`),
    ),
};

const related = (params: Json | undefined): Json | undefined => valueAt(params, "_meta", relatedTaskKey);
