import { memoized, memoizedBy } from "../../base/memoized.ts";
import type { AnswerFrame } from "../../jsonrpc/frame.ts";
import { groupBy } from "../../base/group-by.ts";
import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { stepOf } from "../step-index.ts";
import { type HttpExchange, httpExchanges } from "../http-exchange.ts";
import { type FrameOf, type Message, messages, messagesOf } from "../message.ts";
import { eventsOf, type Trace } from "../trace.ts";
import type { EventOf } from "../wire-event.ts";

/** A request of the client under test, and the first answer mcpcheck gave it on the same connection. */
export type ClientCall = {
  readonly request: Message<FrameOf<"request">>;
  readonly answer: Message<AnswerFrame> | undefined;
};

/** Every request of the client, in order, each with its answer; `method` narrows to one method. */
export function clientCalls(trace: Trace, method?: string): readonly ClientCall[] {
  return method === undefined ? allClientCalls(trace) : clientCallsOf(trace, method);
}

const allClientCalls = memoized((trace: Trace): readonly ClientCall[] => {
  const answers = answersById(trace);
  return messagesOf(trace, "received", "request").map((request) => ({
    request,
    answer: answers.get(answerKey(request))?.find(({ seq }) => seq > request.seq),
  }));
});

const clientCallsOf = memoizedBy((trace: Trace, method: string) =>
  allClientCalls(trace).filter(({ request }) => request.frame.method === method),
);

/** A host that asks for page after page sends tens of thousands of requests: each is looked up, not looked for. */
function answersById(trace: Trace): ReadonlyMap<string, readonly Message<AnswerFrame>[]> {
  const sent = messages(trace).filter(
    (message): message is Message<AnswerFrame> => message.direction === "sent" && isAnswer(message),
  );
  return groupBy(sent, answerKey);
}

const answerKey = ({ connection, frame }: Message<AnswerFrame | FrameOf<"request">>): string =>
  `${connection} ${JSON.stringify(frame.id)}`;

const isAnswer = (message: Message): message is Message<AnswerFrame> =>
  message.frame.kind === "result" || message.frame.kind === "error";

/** Whether two ids are the same value of the same JSON type. */
export function sameId(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The notifications the client sent, in order; `method` narrows to one method. */
export function clientNotifications(trace: Trace, method?: string): readonly Message<FrameOf<"notification">>[] {
  const all = messagesOf(trace, "received", "notification");
  return method === undefined ? all : all.filter(({ frame }) => frame.method === method);
}

/** What was sent to and by a client on one connection: one server process, or one session over HTTP. */
export type Conversation = { readonly connection: number; readonly messages: readonly Message[] };

/** The connections on which messages went, in the order in which they began. */
export const conversations = memoized((trace: Trace): readonly Conversation[] =>
  [...groupBy(messages(trace), ({ connection }) => connection)].map(([connection, list]) => ({ connection, messages: list })),
);

/** The part of a trace that belongs to one scenario: every connection it was played on. */
export function partOf(trace: Trace, scenario: string): Trace {
  const own = new Set(
    eventsOf(trace, "step")
      .filter((step) => step.scenario === scenario)
      .map(({ connection }) => connection),
  );
  return { subject: trace.subject, events: trace.events.filter(({ connection }) => own.has(connection)) };
}

/** The scenarios a trace was played in, in order. */
export function scenariosIn(trace: Trace): readonly string[] {
  return [...new Set(eventsOf(trace, "step").map(({ scenario }) => scenario))];
}

/** The scenario an event belongs to. */
export function scenarioOf(trace: Trace, event: { readonly seq: number; readonly connection: number }): string | undefined {
  return stepOf(trace, event)?.scenario;
}

/** The HTTP exchanges in which the client POSTed, each with the message it brought. */
export function clientPosts(trace: Trace): readonly { readonly exchange: HttpExchange; readonly message: Message }[] {
  const byExchange = new Map<number, Message>();
  for (const message of messages(trace))
    if (message.direction === "received" && message.exchange !== undefined && !byExchange.has(message.exchange))
      byExchange.set(message.exchange, message);
  return httpExchanges(trace, "POST").flatMap((exchange) => {
    const message = byExchange.get(exchange.exchange);
    return message === undefined ? [] : [{ exchange, message }];
  });
}

/** What a driver said of a step it was told, with the step. */
export type StepReport = { readonly told: Json; readonly report: EventOf<"report"> };

/** The step reports of a scenario's driver, in order. */
export function stepReports(trace: Trace): readonly StepReport[] {
  const reports = groupBy(eventsOf(trace, "report"), ({ connection }) => connection);
  return eventsOf(trace, "told").flatMap(({ connection, steps }) =>
    (reports.get(connection) ?? []).flatMap((report) => {
      const told = steps[report.step];
      return told === undefined ? [] : [{ told, report }];
    }),
  );
}

/** A tool as the client was last told of it, on the connection of a message and before it; undefined where it was not. */
export function toolAsListed(
  trace: Trace,
  { seq, connection }: { readonly seq: number; readonly connection: number },
  name: Json | undefined,
): JsonObject | undefined {
  const lists = clientCalls(trace, "tools/list").filter(
    ({ request, answer }) => request.connection === connection && answer !== undefined && answer.seq < seq,
  );
  const told = lists.flatMap(({ answer }) => toolsIn(answer));
  return told.findLast((tool) => tool["name"] === name);
}

/** The tools in an answer to tools/list. */
export function toolsIn(answer: Message<AnswerFrame> | undefined): readonly JsonObject[] {
  const tools = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "tools") : undefined;
  return isArray(tools) ? tools.filter(isObject) : [];
}
