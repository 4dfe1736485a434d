import { isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { messagesOf } from "../../message.ts";
import { callsIn, type ToldStep, toldSteps } from "../../told-steps.ts";
import { connections, type Trace } from "../../trace.ts";
import { declaresTasks } from "../extensions/task-handles.ts";
import { type ClientCall, clientCalls } from "../client-facts.ts";

/** What a client was told of a task at one moment: in the answer to its call, to `tasks/get`, or in a notification. */
export type TaskTold = { readonly seq: number; readonly state: JsonObject };

/**
 * A call of the client under test that was answered by a task, and all it asked about that: of the core of 2025-11-25 (`tasks/result`
 * brings what came of it), or of the extension (`tasks/get` does).
 */
export type ClientTask = {
  readonly call: ClientCall;
  readonly id: string;
  /** What it was told of the task in answers, in order. */
  readonly told: readonly TaskTold[];
  /** Whether a notification said anything of the task. */
  readonly notified: boolean;
  readonly gets: readonly ClientCall[];
  readonly results: readonly ClientCall[];
  readonly updates: readonly ClientCall[];
  readonly cancels: readonly ClientCall[];
  /** What became of the call by the words of the driver; undefined where it said nothing, or where several steps made the same call. */
  readonly step: ToldStep | undefined;
};

/** The result a call was answered with. */
const resultIn = ({ answer }: ClientCall): Json | undefined =>
  answer?.frame.kind === "result" ? answer.frame.result : undefined;

/** The task in an answer to a call: of the core it is a member, of the extension the whole, for a client that declares it. */
function taskIn(call: ClientCall, extension: boolean): JsonObject | undefined {
  const result = resultIn(call);
  if (!extension) return objectOr(valueAt(result, "task"));
  return valueAt(result, "resultType") === "task" && declaresTasks(call) ? objectOr(result) : undefined;
}

const objectOr = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined);

/** The notifications that tell of a task. */
const news = { core: "notifications/tasks/status", extension: "notifications/tasks" } as const;

/** The tasks that calls of tools were answered with: those of the core, or of the extension. */
export function clientTasks(trace: Trace, kind: "core" | "extension"): readonly ClientTask[] {
  // Servers of different scenarios may call their tasks the same.
  const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
  return clientCalls(trace, "tools/call").flatMap((call): ClientTask[] => {
    const task = taskIn(call, kind === "extension");
    const id = task?.["taskId"];
    if (task === undefined || typeof id !== "string" || call.answer === undefined) return [];
    // In the core a call asks for its task; who did not need not know what a task is.
    if (kind === "core" && valueAt(call.request.frame.params, "task") === undefined) return [];
    const about = (method: string): readonly ClientCall[] =>
      clientCalls(trace, method).filter(
        ({ request }) =>
          valueAt(request.frame.params, "taskId") === id &&
          sessions.get(request.connection) === sessions.get(call.request.connection),
      );
    const gets = about("tasks/get");
    const answers = gets.flatMap((one): TaskTold[] => {
      const state = resultIn(one);
      return one.answer === undefined || !isObject(state) ? [] : [{ seq: one.answer.seq, state }];
    });
    return [
      {
        call,
        id,
        told: [{ seq: call.answer.seq, state: task }, ...answers],
        notified: messagesOf(trace, "sent", "notification").some(
          ({ frame }) => frame.method === news[kind] && valueAt(frame.params, "taskId") === id,
        ),
        gets,
        results: about("tasks/result"),
        updates: about("tasks/update"),
        cancels: about("tasks/cancel"),
        step: stepOfCall(trace, call),
      },
    ];
  });
}

/** The step that made a call, where it is the only one of its scenario that calls this tool. */
function stepOfCall(trace: Trace, { request }: ClientCall): ToldStep | undefined {
  const scenario = connections(trace).find(({ connection }) => connection === request.connection)?.session;
  if (scenario === null || scenario === undefined) return undefined;
  const name = valueAt(request.frame.params, "name");
  const isSame = ({ request: other }: ClientCall): boolean => valueAt(other.frame.params, "name") === name;
  const steps = toldSteps(trace, "call-tool").filter((step) => step.scenario === scenario && step.told["name"] === name);
  return steps.length === 1 && callsIn(trace, scenario, "tools/call").filter(isSame).length === 1 ? steps[0] : undefined;
}

/** Whether a task was over when the client was last told of it. */
export const isOver = ({ told }: ClientTask): boolean => {
  const status = told.at(-1)?.state["status"];
  return status === "completed" || status === "failed" || status === "cancelled";
};
