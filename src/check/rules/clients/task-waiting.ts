import { valueAt } from "../../../jsonrpc/json.ts";
import { sameId, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { type ClientTask, clientTasks, isOver } from "../../../trace/facts/client/client-tasks.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny, overdue } from "../../outcome.ts";

/** Which tasks a check is about, and where their statement stands. */
export type TaskRule = Pick<Check, "id" | "spec"> & { readonly kind: "core" | "extension" };

const noTask = "the client had no call answered by a task";

/** The shortest pause a task ever asked for between two polls, in ms. */
function intervalOf({ told }: ClientTask, kind: TaskRule["kind"]): number | undefined {
  const member = kind === "core" ? "pollInterval" : "pollIntervalMs";
  const named = told.map(({ state }) => state[member]).filter((value): value is number => typeof value === "number");
  return named.length === 0 ? undefined : Math.min(...named);
}

/** More polls than this many times as often as was asked for are too many, and so many are always granted. */
const granted = { often: 2, always: 3 };

/** A check that tasks are polled no more often than they ask for. */
export function pollsInTime({ id, spec, kind }: TaskRule): Check {
  return {
    id,
    title: "A task is polled no more often than its poll interval says",
    subject: "client",
    level: "SHOULD",
    spec,
    advice: "Wait for the interval of the last answer before the next tasks/get.",
    tolerance: "Twice as often is granted: only what polls without waiting is found.",
    verify: (trace) =>
      overallIfAny(
        clientTasks(trace, kind).flatMap((task): Exhibit[] => {
          const interval = intervalOf(task, kind);
          const last = task.gets.at(-1)?.request;
          if (interval === undefined || last === undefined) return [];
          const elapsed = last.at - (task.call.answer?.at ?? last.at);
          // Who asked once has waited if it was late enough; at once says nothing of how it would have gone on.
          if (task.gets.length < 2 && elapsed < interval) return [];
          const most = granted.often * (elapsed / interval) + granted.always;
          const wrong = `it asked ${task.gets.length} times in ${Math.round(elapsed)} ms, where the interval is ${interval} ms`;
          return [{ ref: last, timing: true, wrong: task.gets.length > most ? wrong : undefined }];
        }),
        "the client polled no task that names an interval, or only once and before it was over",
      ),
  };
}

/** Whether the caller was told that the call of a task failed, and had not given it up. */
const hasFailed = ({ step }: ClientTask): boolean =>
  step?.report?.value["ok"] === false && step.told["cancelAfterMs"] === undefined && step.told["timeoutMs"] === undefined;

/** A check that a client which polls a task does so until it is over, or the result was asked for. */
export function pollsToTheEnd({ id, spec, kind }: TaskRule): Check {
  return {
    id,
    title: "A task that is polled is polled until it is over or wants input",
    subject: "client",
    level: "SHOULD",
    spec,
    advice: "Go on with tasks/get while the status is working.",
    tolerance: "Only of drivers that report their steps.",
    verify: (trace) =>
      overallIfAny(
        clientTasks(trace, kind).flatMap((task): Exhibit[] => {
          const last = task.gets.at(-1)?.request;
          if (last === undefined || task.cancels.length > 0 || task.step?.report === undefined) return [];
          const status = task.told.at(-1)?.state["status"];
          const waits = isOver(task) || status === "input_required" || task.results.length > 0;
          const wrong = !waits && hasFailed(task);
          return [
            { ref: last, wrong: wrong ? "it asked no further while the task was working, and the call failed" : undefined },
          ];
        }),
        noTask,
      ),
  };
}

/** A check that a client finds out about a task that no notification told of. */
export function asksItself({ id, spec, kind, level, title }: TaskRule & Pick<Check, "level" | "title">): Check {
  return {
    id,
    title,
    subject: "client",
    level,
    spec,
    advice: "Ask by tasks/get for what became of a task; a notification only brings it earlier.",
    tolerance: "Only of drivers that report their steps. Who hands the task itself to the caller has handled it.",
    verify: (trace) =>
      overallIfAny(
        clientTasks(trace, kind).flatMap((task): Exhibit[] => {
          if (task.notified || task.step?.report === undefined || task.cancels.length > 0) return [];
          const [asked] = [...task.gets, ...task.results];
          if (asked !== undefined) return [{ ref: asked.request }];
          return [
            { ref: task.step.report, wrong: hasFailed(task) ? "the call failed, and the task was never asked for" : undefined },
          ];
        }),
        noTask,
      ),
  };
}

/** The notification by which a client cancelled the call that a task came of, after it had the task. */
function cancelledByNews(trace: Trace, { call }: ClientTask) {
  const { request, answer } = call;
  return clientNotifications(trace, "notifications/cancelled").find(
    ({ seq, connection, frame }) =>
      connection === request.connection &&
      seq > (answer?.seq ?? Infinity) &&
      sameId(valueAt(frame.params, "requestId"), request.frame.id),
  );
}

/** A check that tasks are cancelled by their own request. */
export function cancelsByRequest({ id, spec, kind, level }: TaskRule & Pick<Check, "level">): Check {
  return {
    id,
    title: "A task is cancelled by tasks/cancel, not by notifications/cancelled",
    subject: "client",
    level,
    spec,
    advice: "Send tasks/cancel with the id of the task: the request it came of was answered long ago.",
    verify: (trace) =>
      overallIfAny(
        clientTasks(trace, kind).flatMap((task): Exhibit[] => {
          const news = cancelledByNews(trace, task);
          if (news === undefined) return task.cancels.slice(0, 1).map(({ request: ref }) => ({ ref }));
          const wrong = "it sent notifications/cancelled for a call that had become a task";
          // Who has not asked for the task may have given the call up while its answer was still on the way.
          return [task.gets.some(({ request }) => request.seq < news.seq) ? { ref: news, wrong } : overdue(news, wrong)];
        }),
        "the client gave up no call that had become a task",
      ),
  };
}
