import { messageDefects } from "../../../spec/message-defects.ts";
import type { Frame } from "../../../jsonrpc/frame.ts";
import { isOfEra } from "../../../trace/facts/client-era.ts";
import { sameId } from "../../../trace/facts/client-facts.ts";
import { allCalls } from "../../../trace/call.ts";
import { type Message, messages, messagesOf } from "../../../trace/message.ts";
import { revisionOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { schemaPlace } from "../../rules/shape-check.ts";
import { shortJson } from "../../rules/text-forms.ts";

type Readable = Exclude<Frame, { kind: "not-json" | "not-jsonrpc" | "batch" | "too-large" }>;

/** The messages of the client that are JSON-RPC of some kind. */
const fromClient = (trace: Trace): readonly Message<Readable>[] =>
  messages(trace).filter(
    (message): message is Message<Readable> =>
      message.direction === "received" && ["request", "notification", "result", "error"].includes(message.frame.kind),
  );

/** Every message says that it is JSON-RPC 2.0. */
export const clientVersionMember: Check = {
  id: "jsonrpc.client-version-member",
  title: 'Every message of the client has "jsonrpc": "2.0"',
  subject: "client",
  level: "MUST",
  spec: places.messages,
  advice: 'Write "jsonrpc":"2.0" into requests, notifications and answers alike.',
  verify: (trace) =>
    overall(
      fromClient(trace).map((message) => {
        const { jsonrpc } = message.frame.value;
        return { ref: message, wrong: jsonrpc === "2.0" ? undefined : `jsonrpc is ${shortJson(jsonrpc)}` };
      }),
      "the client sent no message",
    ),
};

/** One message at a time. */
export const clientNoBatches: Check = {
  id: "jsonrpc.client-no-batches",
  title: "The client sends no batches",
  subject: "client",
  level: "MUST NOT",
  spec: { "2025-06-18": "basic/index#messages" },
  advice: "Send every message by itself: batches were part of 2025-03-26 alone.",
  verify: (trace) =>
    overall(
      messages(trace)
        .filter(({ direction, batched }) => direction === "received" && batched === undefined)
        .map((message) => ({
          ref: message,
          wrong: message.frame.kind === "batch" ? `a batch of ${message.frame.items.length} was sent` : undefined,
        })),
      "the client sent no message",
    ),
};

/** What each kind of message may hold by the schema of the revision. */
function schemaCheck(
  what: "request" | "notification",
  { id, title, anchor }: { readonly id: string; readonly title: string; readonly anchor: string },
): Check {
  return {
    id,
    title,
    subject: "client",
    level: "MUST",
    spec: schemaPlace(anchor),
    advice: "Compare the message with the schema of the revision; a typed SDK writes it right by itself.",
    verify: (trace) =>
      overallIfAny(
        messagesOf(trace, "received", what)
          .filter((message) => isOfEra(trace, message))
          .map((message) => ({ ref: message, wrong: defectOf(trace, message, message.frame.method) })),
        `the client sent no ${what}`,
      ),
  };
}

/** What checks of their own are about: the envelope of JSON-RPC, the opening, the `_meta` of stateless requests. */
const judgedElsewhere = /^$|^\/(jsonrpc|id|method|result|error)$|^\/params\/_meta($|\/io\.modelcontextprotocol)/;

function defectOf(trace: Trace, message: Message, name: string, answerTo?: string): string | undefined {
  const revision = revisionOf(trace);
  if (revision === undefined || !("value" in message.frame)) return undefined;
  const context = { direction: "client" as const, ...(answerTo === undefined ? {} : { answerTo }) };
  const [first, ...more] = messageDefects(message.frame.value, revision, context).filter(
    ({ pointer, message: text }) =>
      !judgedElsewhere.test(pointer) && !(pointer === "/params" && text.startsWith("missing") && revision >= "2026-07-28"),
  );
  if (first === undefined) return undefined;
  return `${name} ${first.pointer}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}

/** Requests have the shape of the schema. */
export const clientRequestShape: Check = schemaCheck("request", {
  id: "schema.client-requests",
  title: "Requests of the client have the shape the schema gives them",
  anchor: "jsonrpcrequest",
});

/** Notifications have the shape of the schema. */
export const clientNotificationShape: Check = schemaCheck("notification", {
  id: "schema.client-notifications",
  title: "Notifications of the client have the shape the schema gives them",
  anchor: "jsonrpcnotification",
});

/** Answers have the shape of the schema. */
export const clientAnswerShape: Check = {
  id: "schema.client-answers",
  title: "Answers of the client have the shape the schema gives them",
  subject: "client",
  level: "MUST",
  spec: schemaPlace("jsonrpcresponse", "2024-11-05", "2026-07-28"),
  advice: "Compare the answer with the schema of the revision; a typed SDK writes it right by itself.",
  verify: (trace) =>
    overall(
      allCalls(trace).flatMap(({ request, answer }): Exhibit[] => {
        if (answer === undefined || !sameId(answer.frame.id, request.frame.id)) return [];
        const { method } = request.frame;
        return [{ ref: answer, wrong: defectOf(trace, answer, `the answer to ${method}`, method) }];
      }),
      "the client answered no request of the server",
    ),
};
