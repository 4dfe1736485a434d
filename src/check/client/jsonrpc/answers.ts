import { methodNotFound } from "../../../jsonrpc/error-codes.ts";
import type { AnswerFrame } from "../../../jsonrpc/frame.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { clientCalls, sameId } from "../../../trace/facts/client-facts.ts";
import { allCalls, type Call } from "../../../trace/call.ts";
import { type FrameOf, type Message, messages, messagesOf } from "../../../trace/message.ts";
import { connections, revisionOf, type Trace } from "../../../trace/trace.ts";
import { eraOf } from "../../../spec/revision.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

/** The answers of the client, in order. */
function answersOf(trace: Trace): readonly Message<AnswerFrame>[] {
  return messages(trace).filter(
    (message): message is Message<AnswerFrame> =>
      message.direction === "received" && (message.frame.kind === "result" || message.frame.kind === "error"),
  );
}

const unasked = "the server asked the client for nothing";

/**
 * Whether the client was there, and read on, after a request of the server: it sent a request of its own later on that connection. A
 * client for which no scenario is played may send one before it has read what was asked: it must also have gone on after the answer.
 */
function wentOnAfter(trace: Trace, { request: { connection, seq } }: Call): boolean {
  const later = clientCalls(trace).filter(({ request }) => request.connection === connection && request.seq > seq);
  const isPlayed = connections(trace).some((one) => one.connection === connection && one.revision !== null);
  if (isPlayed) return later.length > 0;
  return later.some(({ answer }) => answer !== undefined && later.some(({ request }) => request.seq > answer.seq));
}

/** What may be the id of a request: a client does well to refuse any other. */
const isId = (id: Json | undefined): boolean => typeof id === "string" || Number.isInteger(id);

/** Requests of the server with a result of their own to expect, and whether the client could have answered. */
const served = (trace: Trace, method: string): readonly Call[] =>
  allCalls(trace, method).filter(
    (call) => isId(call.request.frame.id) && (call.answer !== undefined || wentOnAfter(trace, call)),
  );

/** The client answers with the id it was asked with. */
export const clientResponseId: Check = {
  id: "jsonrpc.client-response-id",
  title: "Answers of the client carry the id of the request they answer, in the same JSON type",
  subject: "client",
  level: "MUST",
  spec: { ...places.responses, "2026-07-28": "removed" },
  advice: 'Give the id back as it came: 7 stays a number, "7" a string.',
  verify(trace) {
    const asked = messagesOf(trace, "sent", "request");
    const withId = answersOf(trace).filter(({ frame }) => frame.id !== undefined && frame.id !== null);
    return overall(
      withId.map((answer): Exhibit => {
        const known = asked.some(
          ({ connection, seq, frame }) =>
            connection === answer.connection && seq < answer.seq && sameId(frame.id, answer.frame.id),
        );
        return {
          ref: answer,
          wrong: known ? undefined : `an answer has the id ${shortJson(answer.frame.id)}, with which nothing was asked`,
        };
      }),
      asked.length === 0 ? unasked : "the client answered no request of the server",
    );
  },
};

/** One request, one answer. */
export const clientOneResponse: Check = {
  id: "jsonrpc.client-one-response",
  title: "The client answers every request of the server at most once",
  subject: "client",
  level: "MUST",
  spec: { ...places.responses, "2026-07-28": "removed" },
  advice: "Forget a request once it is answered, also when it fails afterwards.",
  verify(trace) {
    const answers = answersOf(trace);
    const asked = messagesOf(trace, "sent", "request");
    return overall(
      allCalls(trace)
        .filter(({ answer }) => answer !== undefined)
        .map(({ request }): Exhibit => {
          const isOwn = ({ connection, frame }: Message<AnswerFrame | FrameOf<"request">>): boolean =>
            connection === request.connection && sameId(frame.id, request.frame.id);
          const own = answers.filter(isOwn);
          // A server may ask by one id again: each time is to be answered.
          const times = asked.filter(isOwn).length;
          return {
            ref: own.at(-1) ?? request,
            wrong: own.length > times ? `${request.frame.method} was answered ${own.length} times` : undefined,
          };
        }),
      unasked,
    );
  },
};

/** A ping is answered with an empty result. */
export const clientPing: Check = {
  id: "lifecycle.client-ping",
  title: "The client answers a ping of the server with an empty result",
  subject: "client",
  level: "MUST",
  spec: places.ping,
  advice: 'Answer ping with {"result":{}} whenever it comes, also while a call is under way.',
  verify(trace) {
    return overall(
      served(trace, "ping").map(({ request, answer }): Exhibit => {
        if (answer === undefined)
          return {
            ref: request,
            wrong: `a ping with the id ${shortJson(request.frame.id)} got no answer, though the client went on`,
          };
        if (answer.frame.kind === "error") return { ref: answer, wrong: "a ping was answered with an error" };
        const members = Object.keys(answer.frame.result ?? {}).filter((name) => name !== "_meta");
        return {
          ref: answer,
          wrong: members.length === 0 ? undefined : `the result of a ping has the members ${members.join(", ")}`,
        };
      }),
      "no ping reached a client that went on afterwards",
    );
  },
};

const unknownMethod = "mcpcheck/no-such-method";

/** What the client does not know it refuses. */
export const clientUnknownMethod: Check = {
  id: "jsonrpc.client-unknown-method",
  title: "A request of the server for an unknown method is answered with an error",
  subject: "client",
  level: "MUST",
  spec: { ...places.messages, "2026-07-28": "removed" },
  advice: "Answer -32601 for every method you do not have; never a result, never silence.",
  verify: (trace) =>
    overall(
      served(trace, unknownMethod).map(({ request, answer }): Exhibit => {
        if (answer === undefined) return { ref: request, wrong: "it got no answer, though the client went on" };
        return { ref: answer, wrong: answer.frame.kind === "error" ? undefined : "it was answered with a result" };
      }),
      "no unknown method reached a client that went on afterwards",
    ),
};

/** It refuses it by the code that says so. */
export const clientUnknownMethodCode: Check = {
  id: "jsonrpc.client-unknown-method-code",
  title: "The error for an unknown method of the server is -32601",
  subject: "client",
  level: "SHOULD",
  spec: { ...places.messages, "2026-07-28": "removed" },
  advice: "Use the code JSON-RPC has for it, -32601, so that the server can tell it from a failure.",
  verify: (trace) =>
    overall(
      allCalls(trace, unknownMethod).flatMap(({ answer }): Exhibit[] => {
        if (answer?.frame.kind !== "error") return [];
        const code = valueAt(answer.frame.value, "error", "code");
        return [{ ref: answer, wrong: code === methodNotFound ? undefined : `the code is ${shortJson(code)}` }];
      }),
      "no unknown method was refused",
    ),
};

/** Notifications get no answer. */
export const clientNoAnswerToNotification: Check = {
  id: "jsonrpc.client-no-answer-to-notification",
  title: "The client answers no notification",
  subject: "client",
  level: "MUST NOT",
  spec: places.notifications,
  advice: "Drop notifications you do not know; an error without an id is an answer too.",
  verify(trace) {
    const told = messagesOf(trace, "sent", "notification").filter(({ frame }) => frame.method.startsWith("mcpcheck/"));
    if (told.length === 0) return inconclusive("no notification was sent that the client does not know");
    return overall(
      told.map((note): Exhibit => {
        const answer = answersOf(trace).find(
          ({ connection, seq, frame }) => connection === note.connection && seq > note.seq && (frame.id ?? null) === null,
        );
        return { ref: answer ?? note, wrong: answer === undefined ? undefined : `${note.frame.method} was answered` };
      }),
      "nothing was told",
    );
  },
};

/** From 2026-07-28 on a client answers nothing at all. */
export const clientNoResponses: Check = {
  id: "jsonrpc.client-no-responses",
  title: "The client sends no JSON-RPC responses, even to a server that asks",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/transports/streamable-http#sending-messages" },
  advice: "Servers ask by input_required results; leave a request on a stream without an answer.",
  verify(trace) {
    if (eraOf(revisionOf(trace) ?? "2025-11-25") !== "stateless") return inconclusive("not a stateless revision");
    const answers = answersOf(trace);
    const asked = messagesOf(trace, "sent", "request");
    return overall([...asked.map((ref) => ({ ref })), ...answers.map((ref) => ({ ref, wrong: "a response was sent" }))], unasked);
  },
};
