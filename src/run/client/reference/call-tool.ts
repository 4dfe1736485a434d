import { asObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { pause } from "../../../base/time/clock-waits.ts";
import { headerMismatch } from "../../../jsonrpc/error-codes.ts";
import { inputResponses } from "../../../session/input-responses.ts";
import type { DoStep } from "../scenario/driver-step.ts";
import { ask } from "./ask.ts";
import { answersOf } from "./connection.ts";
import { listTools } from "./lists.ts";
import { hasFault, openedIn, type ReferenceState, Refused } from "./reference-state.ts";
import { resultDefect } from "./sound-result.ts";
import { mustBeTask, seeThrough, type TaskCaller } from "./task-run.ts";

/** Calls a tool; after an error about headers once more, with those its definition asks for by now. */
export async function callTool(state: ReferenceState, step: Extract<DoStep, { do: "call-tool" }>): Promise<Json> {
  const call = async (): Promise<Json> => {
    const tool = state.tools.get(step.name);
    const task = mustBeTask(state.opening, tool) ? { task: { ttl: taskLifeMs } } : {};
    const params = { name: step.name, arguments: step.arguments ?? {}, ...task };
    const began = state.setup.clock.now();
    const result = await ask(state, "tools/call", params, { ...step, inputSchema: tool?.["inputSchema"] });
    return await seeThrough(result, taskCaller(state, began + (step.cancelAfterMs ?? Infinity)));
  };
  const result = await call().catch(async (error: unknown) => {
    const mends = error instanceof Refused && valueAt(error.error, "code") === headerMismatch;
    if (!mends || hasFault(state, "never-lists-again")) throw error;
    await listTools(state);
    return await call();
  });
  const defect = resultDefect(result, state.tools.get(step.name));
  if (defect !== undefined) throw new Error(defect);
  return result;
}

/** What the caller of a tool is told. */
export function asReported(state: ReferenceState, result: Json): Json {
  const { isError, structuredContent, ...rest } = asObject(result);
  return {
    ...rest,
    ...(isError === undefined || hasFault(state, "drops-failures") ? {} : { isError }),
    ...(structuredContent === undefined || hasFault(state, "drops-structure") ? {} : { structuredContent }),
  };
}

/** How long what came of a task is to be kept, in ms. */
const taskLifeMs = 60_000;

/** What a task needs that came of the last request; its caller gives it up at a time of the clock. */
function taskCaller(state: ReferenceState, givenUpAt: number): TaskCaller {
  const { clock } = state.setup;
  const requestId = state.lastId;
  return {
    ask: async (method, params) => await ask(state, method, params),
    pause: async (ms) => await pause(clock, ms),
    respond: (inputRequests) =>
      asObject(inputResponses({ resultType: "input_required", inputRequests }, answersOf(state))?.["inputResponses"]),
    isGivenUp: () => clock.now() >= givenUpAt,
    cancelRequest: async () => await openedIn(state).notify("notifications/cancelled", { requestId }),
    hasFault: (fault) => hasFault(state, fault),
  };
}
