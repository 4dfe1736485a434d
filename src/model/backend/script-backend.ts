import { type ModelClock, pause } from "../clock.ts";
import { modelNames, scriptFor } from "../script/script-for.ts";
import type { ModelBackend, ModelEvent, ModelRequest } from "../model-backend.ts";
import { say } from "../player/say.ts";
import { callsOf, type Piece, type Utterance } from "../player/utterance.ts";
import type { Fault } from "../script/fault.ts";
import type { ModelScript } from "../script/model-script.ts";
import { refusalByScript } from "../player/script-refusals.ts";
import { errorEvent, finishOf, wholeCall } from "./events.ts";
import { aborted } from "../../base/time/aborted.ts";

/** A backend that plays scripts in this process, and the requests it has seen. */
export type ScriptBackend = ModelBackend & { readonly requests: () => readonly ModelRequest[] };

/** What is played, by the model's name, and the clock of slow models. */
export type ScriptBackendOptions = { readonly scripts: readonly ModelScript[]; readonly clock: ModelClock };

/** Most requests that are kept. */
const keep = 2_000;

/** A backend without sockets: what a served fake model would say, faults included as far as they show in events. */
export function createScriptBackend({ scripts, clock }: ScriptBackendOptions): ScriptBackend {
  let requests: ModelRequest[] = [];
  return {
    requests: () => requests,
    listModels: async () => await Promise.resolve({ models: modelNames(scripts) }),
    chat(request, signal = new AbortController().signal) {
      requests.push(request);
      if (requests.length > keep) requests = requests.slice(-keep / 2);
      return play(scripts, clock, request, signal);
    },
  };
}

async function* play(
  scripts: readonly ModelScript[],
  clock: ModelClock,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  const script = scriptFor(scripts, request.model);
  if (script === undefined) return yield errorEvent("http", `model '${request.model}' not found`, 404);
  const refusal = refusalByScript(script, request, false);
  if (refusal !== undefined) return yield errorEvent("http", refusal.message, refusal.status);
  const utterance = say(script, request);
  const { fault, pieces } = utterance;
  if (fault.status !== undefined) return yield statusError(fault.status);
  if (fault.hang === true) await aborted(signal);
  if (fault.slow?.first !== undefined) await pause(clock, fault.slow.first, signal);
  let sent = 0;
  for (const piece of said(pieces, fault)) {
    const failed = faultBefore(sent, fault);
    if (!signal.aborted && failed !== undefined) return yield failed;
    if (sent > 0 && fault.slow?.each !== undefined) await pause(clock, fault.slow.each, signal);
    if (sent % 64 === 63) await turnOfLoop();
    if (signal.aborted) break;
    yield* eventsOf(piece);
    sent += 1;
  }
  yield signal.aborted ? errorEvent("aborted", "the request was aborted") : (lateFault(fault) ?? doneEvent(utterance));
}

function* said(pieces: readonly Piece[], { endless }: Fault): Iterable<Piece> {
  const all: readonly Piece[] = pieces.length === 0 && endless === true ? [{ kind: "content", text: " " }] : pieces;
  for (;;) {
    yield* all;
    if (endless !== true) return;
  }
}

function eventsOf(piece: Piece): readonly ModelEvent[] {
  if (piece.kind !== "call") return [piece];
  const { index, id, name, text, fragments } = piece;
  const [start, , call] = wholeCall({ index, id, name, arguments: text });
  const deltas = fragments.map((fragment): ModelEvent => ({ kind: "call-arguments", index, fragment }));
  return [start, ...deltas, call].filter((event) => event !== undefined);
}

/** What breaks an answer before so many pieces. */
function faultBefore(sent: number, { line, error, drop }: Fault): ModelEvent | undefined {
  if (line?.after === sent) return errorEvent("protocol", `not a JSON object: ${line.text}`);
  if (error?.after === sent) return errorEvent("server", error.message);
  return drop?.after === sent ? errorEvent("connection", "the connection was cut") : undefined;
}

/** What breaks an answer that was shorter than the fault expects, or leaves it without its end. */
function lateFault({ line, error, drop, unfinished }: Fault): ModelEvent | undefined {
  if (drop !== undefined) return errorEvent("connection", "the connection was cut");
  if (error !== undefined) return errorEvent("server", error.message);
  if (line !== undefined) return errorEvent("protocol", `not a JSON object: ${line.text}`);
  return unfinished === true ? errorEvent("truncated", "the answer ended without a final message") : undefined;
}

function statusError({ code, message, body }: NonNullable<Fault["status"]>): ModelEvent {
  return errorEvent("http", message ?? body ?? `scripted error ${code}`, code);
}

function doneEvent({ finish, finishWord, usage, pieces }: Utterance): ModelEvent {
  if (finishWord === undefined) return { kind: "done", finish, usage };
  return { kind: "done", finish: finishOf(finishWord, callsOf(pieces).length > 0), reported: finishWord, usage };
}

/** Lets others run: an endless model must not hold up the process. */
function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
