import { type AnswerFrame, isForeign, isId, looseId } from "../jsonrpc/frame.ts";
import { isResultOf } from "../jsonrpc/result-members.ts";
import { memoized, memoizedBy } from "../base/memoized.ts";
import { type FrameOf, type Message, messages, messagesOf, unreadMessages } from "./message.ts";
import { stepOf } from "./step-index.ts";
import { connections, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";

/**
 * A request and what became of it. `answer` is the first response with its id on the same connection; `silence` tells
 * that the harness waited for one in vain; `between` are the messages the subject sent from the request to its answer.
 */
export type Call = {
  readonly request: Message<FrameOf<"request">>;
  readonly answer: Message<AnswerFrame> | undefined;
  readonly silence: EventOf<"silence"> | undefined;
};

/** Every request mcpcheck sent, in order, each with its answer, also those of steps that deviate on purpose. */
export function allCalls(trace: Trace, method?: string): readonly Call[] {
  return method === undefined ? pairedCalls(trace) : callsOf(trace, method);
}

/**
 * Requests mcpcheck sent as a well-behaved client, in order, each with its answer; `method` narrows to one method. Those of
 * deviant steps are left out: a refusal of them says nothing about the method, and only checks that ask for their tag
 * (`callsTagged`) may judge it.
 */
export function calls(trace: Trace, method?: string): readonly Call[] {
  return method === undefined ? properCalls(trace) : properCallsOf(trace, method);
}

const ofMethod = (list: readonly Call[], method: string): readonly Call[] =>
  list.filter((call) => call.request.frame.method === method);

const properCalls = memoized((trace: Trace): readonly Call[] =>
  pairedCalls(trace).filter((call) => stepOf(trace, call.request)?.deviant !== true),
);

const callsOf = memoizedBy((trace: Trace, method: string) => ofMethod(pairedCalls(trace), method));
const properCallsOf = memoizedBy((trace: Trace, method: string) => ofMethod(properCalls(trace), method));

/**
 * A request that may have been answered by what was too large to be read is left out: nobody can say what became of it. An answer
 * whose id has another JSON type is taken for the answer, as the session took it when it came.
 */
const pairedCalls = memoized((trace: Trace): readonly Call[] => {
  const answers = new Map<string, Message<AnswerFrame>[]>();
  for (const message of messages(trace)) {
    const { frame } = message;
    if (message.direction !== "received" || (frame.kind !== "result" && frame.kind !== "error")) continue;
    const key = callKey(message.connection, frame.id);
    const given = answers.get(key);
    if (given === undefined) answers.set(key, [{ ...message, frame }]);
    else given.push({ ...message, frame });
  }
  const silences = new Map(
    trace.events
      .filter((event) => event.kind === "silence")
      .map((event) => [callKey(event.connection, event.awaiting, true), event]),
  );
  const requests = messagesOf(trace, "sent", "request");
  const loosely = meantAnswers(trace, requests, answers);
  const inTime = sinceStarted(trace);
  return requests.flatMap((request): Call[] => {
    const key = callKey(request.connection, request.frame.id);
    const answer = (answers.get(key) ?? loosely.get(looseKey(request)))?.find((candidate) => candidate.seq > request.seq);
    if (answer !== undefined) return [{ request, answer, silence: undefined }];
    if (unreadMessages(trace).some((unread) => mayAnswer(unread, request))) return [];
    return [{ request, answer, silence: inTime(silences.get(key)) }];
  });
});

/** When each connection was opened, in ms of the trace. */
const openedAt = memoized((trace: Trace) => new Map(connections(trace).map(({ connection, at }) => [connection, at])));

/** How long the subject took to its first message on each connection on which it spoke, in ms: what else a process prints is no start. */
export const startTimes = memoized((trace: Trace): ReadonlyMap<number, number> => {
  const opened = openedAt(trace);
  const starts = new Map<number, number>();
  for (const { direction, connection, frame, at } of messages(trace)) {
    const spoke = direction === "received" && !isForeign(frame) && !starts.has(connection);
    if (spoke) starts.set(connection, at - (opened.get(connection) ?? at));
  }
  return starts;
});

/** How many times longer than the slowest start that was seen a process may stay silent, before that says anything of it. */
const startFactor = 3;

/**
 * Leaves out silences of a process that may still have been starting: it had said nothing on its connection, then or later, and had
 * had less than three times as long as the slowest of the others took for their first message.
 */
function sinceStarted(trace: Trace): (silence: EventOf<"silence"> | undefined) => EventOf<"silence"> | undefined {
  if (trace.subject.transport !== "stdio") return (silence) => silence;
  const opened = openedAt(trace);
  const starts = startTimes(trace);
  const slowest = Math.max(...starts.values(), -Infinity);
  return (silence) => {
    if (silence === undefined || starts.has(silence.connection)) return silence;
    const waited = silence.at - (opened.get(silence.connection) ?? silence.at);
    return starts.size > 0 && waited >= startFactor * slowest ? silence : undefined;
  };
}

/**
 * The answers that have the id of no request, by the request they are meant for: its id with another type or in an array, or none where
 * only it was sent, or where it is the first that waits for a result such as this.
 */
function meantAnswers(
  trace: Trace,
  requests: readonly Message<FrameOf<"request">>[],
  answers: ReadonlyMap<string, Message<AnswerFrame>[]>,
): ReadonlyMap<string, Message<AnswerFrame>[]> {
  const meant = new Map<string, Message<AnswerFrame>[]>();
  const asked = new Set(requests.map((request) => callKey(request.connection, request.frame.id)));
  const strange = [...answers].flatMap(([key, given]) => (asked.has(key) ? [] : given)).toSorted((a, b) => a.seq - b.seq);
  for (const message of strange) {
    const isOpen = (request: Message<FrameOf<"request">>): boolean =>
      !answers.has(callKey(request.connection, request.frame.id)) && !meant.has(looseKey(request));
    const request = isId(message.frame.id)
      ? undefined
      : (onlyRequest(trace, message) ?? fitting(requests.filter(isOpen), message));
    const key = request === undefined ? looseKey(message) : looseKey(request);
    const known = meant.get(key);
    if (known === undefined) meant.set(key, [message]);
    else known.push(message);
  }
  return meant;
}

/** The request a result without an id answers for certain: nothing else had been sent on its connection when it came. */
function onlyRequest(trace: Trace, { connection, seq, frame }: Message<AnswerFrame>): Message<FrameOf<"request">> | undefined {
  if (frame.kind !== "result") return undefined;
  const sent = messages(trace).filter((one) => one.direction === "sent" && one.connection === connection && one.seq < seq);
  const [only] = sent;
  return sent.length === 1 && only?.frame.kind === "request" ? { ...only, frame: only.frame } : undefined;
}

/** The first of the unanswered requests whose result this can be, by its members. */
function fitting(
  open: readonly Message<FrameOf<"request">>[],
  { connection, seq, frame }: Message<AnswerFrame>,
): Message<FrameOf<"request">> | undefined {
  if (frame.kind !== "result") return undefined;
  return open.find(
    (request) => request.connection === connection && request.seq < seq && isResultOf(request.frame.method, frame.result),
  );
}

function looseKey({ connection, frame }: Message<FrameOf<"request"> | AnswerFrame>): string {
  return `${connection} ${looseId(frame.id)}`;
}

function callKey(connection: number, id: unknown, isText = false): string {
  return `${connection} ${isText ? String(id) : JSON.stringify(id)}`;
}

/** Whether what was not read may be the answer to a request. */
function mayAnswer(unread: Message<FrameOf<"too-large">>, request: Message<FrameOf<"request">>): boolean {
  const { seq, connection, direction, frame } = unread;
  if (direction !== "received" || connection !== request.connection || seq < request.seq || !frame.mayAnswer) return false;
  return frame.id === undefined || callKey(connection, frame.id) === callKey(connection, request.frame.id);
}

/** The message a call ended with: its answer, or the request itself where none came. */
export const lastOf = (call: Call): Message => call.answer ?? call.request;

/** A call that was answered with a result. */
export type AnsweredCall = Call & { readonly answer: Message<FrameOf<"result">> };

/** A call that was answered with an error. */
export type RefusedCall = Call & { readonly answer: Message<FrameOf<"error">> };

/** The calls that got a result. */
export function answered(list: readonly Call[]): AnsweredCall[] {
  return list.filter((call): call is AnsweredCall => call.answer?.frame.kind === "result");
}

/** The calls that got an error. */
export function refused(list: readonly Call[]): RefusedCall[] {
  return list.filter((call): call is RefusedCall => call.answer?.frame.kind === "error");
}
