import { asObject, type JsonObject } from "../../../jsonrpc/json.ts";
import type { AwaitStep, NotifyStep, RequestStep, SendStep } from "../../../suite/scenario.ts";
import { eraOf } from "../../../spec/revision.ts";
import type { ClientSession, Pending } from "../../../session/client-session.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { eventsOf } from "../../../trace/trace.ts";
import type { Connection } from "../connection.ts";
import { leaveInBackground, listedItems, type SessionState } from "../session-state.ts";
import { bounded } from "./bounded.ts";
import { maxItems } from "./lists.ts";
import { settle } from "./open-calls.ts";

/** What has longer answers than this many characters is not asked for again and again. */
const longestRepeated = 64 * 1024;

/** Sends a request; waits for the answer unless the step is for the background. */
export async function request(state: SessionState, { session }: Connection, step: RequestStep): Promise<void> {
  const { id, headers, background } = step;
  const meta = step.padding === undefined ? step.meta : { ...step.meta, "mcpcheck/padding": "x".repeat(step.padding) };
  const begin = (params: JsonObject | undefined): Pending =>
    session.begin(step.request, params, {
      ...(id === undefined ? {} : { id }),
      ...(meta === undefined ? {} : { meta }),
      ...(headers === undefined ? {} : { headers }),
    });
  const all = await paramsOf(state, step);
  for (let more = step.times ?? 1; more > 1 && !state.run.stop.aborted; more -= 1) {
    const answers = await Promise.all(all.map(async (params) => await begin(params).answer));
    if (answers.some(({ frame }) => frame === undefined || JSON.stringify(frame).length > longestRepeated)) return;
  }
  const pending = all.map(begin);
  if (background === true) leaveInBackground(state, pending[0]);
  else await Promise.all(pending.map(async ({ answer }) => await answer));
}

/** What is sent: once, for the tasks that were cancelled, or for listed resources; the scenario requires that there are some of these. */
async function paramsOf(state: SessionState, step: RequestStep): Promise<readonly (JsonObject | undefined)[]> {
  if (step.task === "cancelled") return state.cancelledTasks.map((taskId) => ({ ...step.params, taskId }));
  if (step.resource === undefined) return [step.params];
  const listed = await listedItems(state, "resources");
  const uris = listed.slice(0, step.resource === "each" ? maxItems : 1).map((item) => item["uri"] ?? "");
  if (step.request !== "subscriptions/listen") return uris.map((uri) => ({ ...step.params, uri }));
  return [{ ...step.params, notifications: { ...asObject(step.params?.["notifications"]), resourceSubscriptions: uris } }];
}

/** Sends a notification. */
export async function notify(_state: SessionState, { session, offerRoots }: Connection, step: NotifyStep): Promise<void> {
  if (step.roots === "none") offerRoots([]);
  await session.notify(step.notify, step.params, step.headers);
}

/** Sends any text; over HTTP waits for the exchange to end, on stdio a fence tells when an answer can no longer come. */
export async function send(state: SessionState, connection: Connection, step: SendStep): Promise<void> {
  const { session } = connection;
  if (step.firstPiece !== undefined) {
    // The answer shows that the first piece was read: no pause has to be guessed.
    const writeRest = session.transport.behind?.(step.send, step.firstPiece);
    await fence(state, connection);
    return writeRest?.();
  }
  const sent = session.sendRaw(step.send, step.headers);
  if (sent.ended !== undefined) await bounded(state, sent.ended, "the HTTP exchange of a raw message");
}

/** Asks what the server must answer, so that all that came before has been dealt with, and weighs it then where the step says so. */
export async function fence(state: SessionState, { session }: Connection, weighs?: true): Promise<void> {
  const answer = await session.request(eraOf(state.revision) === "stateful" ? "ping" : "server/discover");
  state.deaf = answer.kind === "none";
  if (weighs === true && !state.deaf) session.transport.weigh?.();
}

/** Cancels what is in flight; what was answered by now, for the machine was busy, is begun again and cancelled at once. */
export function cancel(state: SessionState): void {
  state.beginAgain?.();
  state.inFlight?.cancel();
}

/** Waits for the answer in flight, or for a notification. */
export async function awaitStep(state: SessionState, { session }: Connection, step: AwaitStep): Promise<void> {
  if (step.await === "open-calls") return await settle(state, step.ms);
  if (step.await === "in-flight") {
    const { inFlight, due, run } = state;
    if (inFlight === undefined) return;
    const left = due === undefined ? step.ms : due.at - run.clock.now();
    // What takes longer than may be waited for is left to the rest of the session; on a busy machine everything takes longer.
    const longest = (step.ms ?? run.timeoutMs) * run.pace.stretch();
    if (due === undefined) await bounded(state, inFlight.answer, JSON.stringify(inFlight.id), left);
    else if (left !== undefined && left > 0 && due.took <= longest)
      await bounded(state, itsAnswer(inFlight), JSON.stringify(inFlight.id), left);
    return;
  }
  const { notification } = step.await;
  if (hasCome(state, notification)) return;
  const { timeoutMs, pace } = state.run;
  const ms = step.ms === undefined ? timeoutMs : step.ms * pace.stretch();
  await bounded(state, arrival(session, notification), notification, ms);
}

/**
 * Resolves when an answer comes, and only then: where closing the stream of a request cancels it, nothing more is waited for on that
 * stream, but what comes of it on another one would come as late as the answer.
 */
async function itsAnswer({ answer }: Pending): Promise<void> {
  const { kind } = await answer;
  if (kind === "none") await new Promise(() => undefined);
}

/** Whether such a notification came since the step before this one began: a peer may be quicker than whoever begins to listen. */
function hasCome({ run, connection }: SessionState, method: string): boolean {
  const trace = run.recorder.trace();
  const isOwn = (event: { readonly connection: number }): boolean => event.connection === connection?.number;
  const since = eventsOf(trace, "step").filter(isOwn).at(-2)?.seq ?? 0;
  return [...eventsOf(trace, "frame"), ...eventsOf(trace, "sse-event")].some((event) => {
    if (!isOwn(event) || event.seq < since) return false;
    const frame = frameIn(event);
    return frame?.kind === "notification" && frame.method === method;
  });
}

/** Resolves when the server sends a notification of this method. */
async function arrival(session: ClientSession, method: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = session.observe((frame) => {
      if (frame.kind !== "notification" || frame.method !== method) return;
      stop();
      resolve();
    });
  });
}
