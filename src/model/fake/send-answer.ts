import { utf8 } from "../../base/bytes.ts";
import type { Reply } from "../../base/http/reply.ts";
import { type ModelClock, pause } from "../clock.ts";
import type { Piece, Utterance } from "../player/utterance.ts";
import type { Answer } from "./answer.ts";
import type { CapturedOutcome } from "./capture.ts";
import { createWriter, type Writer } from "./writer.ts";
import { aborted } from "../../base/time/aborted.ts";

/** What sending needs from outside. `signal` is aborted when the other side is gone or the server closes. */
export type Sending = {
  readonly reply: Reply;
  readonly clock: ModelClock;
  readonly signal: AbortSignal;
  /** Called before the last bytes of a complete answer are written: whoever has read them finds it captured so. */
  readonly complete: () => void;
};

/** Sends an answer as a stream, with the faults of its turn. Resolves when nothing more will be sent. */
export async function sendStream(answer: Answer, utterance: Utterance, sending: Sending): Promise<CapturedOutcome> {
  const { reply, clock, signal, complete } = sending;
  const { fault } = utterance;
  if (fault.hang === true) return hang(signal);
  if (fault.slow?.first !== undefined) await pause(clock, fault.slow.first, signal);
  if (signal.aborted) return "left";
  reply.head(200, { "content-type": answer.streamType, "cache-control": "no-cache" });
  const writer = createWriter(reply, utterance.writes);
  let sent = 0;
  for (const { message, isLast } of withLast(messagesOf(answer, utterance))) {
    const ended = await faultBefore(sent, message, answer, utterance, { ...sending, writer });
    if (ended !== undefined) return ended;
    if (sent > 0 && fault.slow?.each !== undefined) await pause(clock, fault.slow.each, signal);
    if (isLast && fault.drop === undefined) complete();
    if (!signal.aborted) await writer.write(message);
    if (signal.aborted) return "left";
    sent += 1;
  }
  if (fault.drop !== undefined) return writer.drop();
  return (await writer.end()) ? "answered" : "left";
}

/** Sends an answer that is not streamed, with the faults of its turn as far as one body can have them. */
export async function sendBody(answer: Answer, utterance: Utterance, sending: Sending): Promise<CapturedOutcome> {
  const { reply, clock, signal, complete } = sending;
  const { fault, pieces } = utterance;
  if (fault.hang === true) return hang(signal);
  if (fault.slow !== undefined) await pause(clock, (fault.slow.first ?? 0) + (fault.slow.each ?? 0) * pieces.length, signal);
  if (signal.aborted) return "left";
  const json = answer.body(fault.unfinished === true);
  const body = fault.line === undefined ? json : `${fault.line.text}\n${json}`;
  const length = fault.endless === true ? {} : { "content-length": String(utf8(body).length) };
  reply.head(200, { "content-type": "application/json", ...length });
  const writer = createWriter(reply, utterance.writes);
  if (fault.drop !== undefined) {
    await writer.write(body.slice(0, Math.floor(body.length / 2)));
    return writer.drop();
  }
  while (fault.endless === true && !signal.aborted) await writer.write(" ".repeat(1024));
  if (signal.aborted) return "left";
  complete();
  await writer.write(body);
  return (await writer.end()) ? "answered" : "left";
}

function* messagesOf(answer: Answer, { pieces, fault }: Utterance): Iterable<string> {
  yield* answer.start();
  const all: readonly Piece[] = pieces.length === 0 && fault.endless === true ? [{ kind: "content", text: " " }] : pieces;
  do yield* all.flatMap((piece) => answer.piece(piece));
  while (fault.endless === true);
  if (fault.unfinished !== true) yield* answer.end();
}

/** Each message, and whether it is the last. */
function* withLast(messages: Iterable<string>): Iterable<{ readonly message: string; readonly isLast: boolean }> {
  let held: string | undefined;
  for (const message of messages) {
    if (held !== undefined) yield { message: held, isLast: false };
    held = message;
  }
  if (held !== undefined) yield { message: held, isLast: true };
}

/** Does what goes wrong before a message; the outcome when nothing comes after it. */
async function faultBefore(
  sent: number,
  message: string,
  answer: Answer,
  { fault }: Utterance,
  { writer, complete }: Sending & { readonly writer: Writer },
): Promise<CapturedOutcome | undefined> {
  const { line, error, drop } = fault;
  if (line?.after === sent) await writer.write(`${line.text}\n`);
  if (error?.after === sent) {
    complete();
    await writer.write(answer.error(error.message));
    await writer.end();
    return "answered";
  }
  if (drop?.after !== sent) return undefined;
  if (drop.within === true) await writer.write(message.slice(0, Math.ceil(message.length / 2)));
  return writer.drop();
}

async function hang(signal: AbortSignal): Promise<CapturedOutcome> {
  await aborted(signal);
  return "left";
}
