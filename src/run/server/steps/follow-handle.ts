import { pause } from "../../../base/time/clock-waits.ts";
import { asObject, isObject, valueAt, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { clientResult } from "../../../session/client-role.ts";
import { envelopeKeys } from "../../../session/envelope.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Connection } from "../connection.ts";
import type { SessionState } from "../session-state.ts";

/** How often a task is asked for, and how long a pause may be that it asks for, in ms. */
const maxPolls = 40;
const longestPauseMs = 1000;
const shortestPauseMs = 20;

/** A key no server gives an input request. */
const noSuchKey = "mcpcheck-no-such-key";

const bare = { meta: { [envelopeKeys.clientCapabilities]: {} } };

const ended: readonly (Json | undefined)[] = ["completed", "failed", "cancelled"];

/**
 * Does with a task (the extension io.modelcontextprotocol/tasks) what a client may: asks for it at once, answers what it asks for,
 * and polls as it is told to until it ends, listening as well; then asks once more. One that is to be cancelled is so at once.
 * In between come requests of a client that did not declare the extension, and an answer nobody asked for. Nothing where the
 * result is no task.
 */
export async function followHandle(
  state: SessionState,
  connection: Connection,
  choice: NonNullable<CallStep["handles"]>,
  result: Json,
): Promise<void> {
  const taskId = valueAt(result, "taskId");
  if (typeof taskId !== "string") return;
  const { session } = connection;
  await session.request("tasks/get", { taskId });
  const listening = session.begin("subscriptions/listen", { notifications: { taskIds: [taskId] } });
  await session.request("tasks/get", { taskId }, bare);
  await session.request("tasks/update", { taskId, inputResponses: { [noSuchKey]: { action: "cancel" } } });
  if (choice === "follow") await poll(state, connection, taskId);
  await session.request("tasks/cancel", { taskId });
  await session.request("tasks/get", { taskId });
  await session.request("tasks/update", { taskId, inputResponses: {} }, bare);
  await session.request("tasks/cancel", { taskId }, bare);
  listening.cancel();
}

/** Asks for a task until it ends or has had its time, and gives it what it asks for. */
async function poll(state: SessionState, connection: Connection, taskId: string): Promise<void> {
  const { clock, stop, timeoutMs } = state.run;
  const until = clock.now() + timeoutMs;
  const given = new Set<string>();
  for (let turn = 0; turn < maxPolls && clock.now() < until && !stop.aborted; turn += 1) {
    const answer = await connection.session.request("tasks/get", { taskId });
    if (answer.kind !== "result") return;
    const task = answer.frame.result;
    if (ended.includes(valueAt(task, "status"))) {
      await connection.session.request("tasks/get", { taskId });
      return;
    }
    const responses = responsesTo(connection, asObject(valueAt(task, "inputRequests")), given);
    if (Object.keys(responses).length > 0) {
      await connection.session.request("tasks/update", { taskId, inputResponses: responses });
    } else {
      const wanted = valueAt(task, "pollIntervalMs");
      const ms = typeof wanted === "number" ? wanted : longestPauseMs;
      await pause(clock, Math.min(Math.max(ms, shortestPauseMs), longestPauseMs));
    }
  }
}

/** Answers to what is asked for and was not answered yet. */
function responsesTo(connection: Connection, requests: JsonObject, given: Set<string>): JsonObject {
  const client = { capabilities: connection.capabilities, roots: connection.roots() };
  const responses: Record<string, Json> = {};
  for (const [key, request] of Object.entries(requests)) {
    const method = valueAt(request, "method");
    if (given.has(key) || !isObject(request) || typeof method !== "string") continue;
    given.add(key);
    const response = clientResult(method, request["params"], client);
    if (response !== undefined) responses[key] = response;
  }
  return responses;
}
