import { groupBy } from "../../base/group-by.ts";
import { asObject, isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { eraOf, type Revision } from "../../spec/revision.ts";
import { allCalls, type Call, calls } from "../../trace/call.ts";
import { type FrameOf, type Message, messages } from "../../trace/message.ts";
import type { Trace } from "../../trace/trace.ts";
import { withoutMeta } from "../answer/replay.ts";
import type { RecordedAnswer } from "../script/recorded.ts";

/** One request that was sent to a server, and what came back. */
export type Asked = {
  readonly connection: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly answer: RecordedAnswer;
};

/**
 * How many things of a trace a mock cannot give again: requests without an answer, those that broke a rule on purpose, messages the
 * server sent while nothing was asked or while it cannot be said for which request, answers and params that are no objects.
 */
export type LeftOut = {
  readonly unanswered: number;
  readonly deviant: number;
  readonly unasked: number;
  readonly malformed: number;
};

export const nothingLeftOut: LeftOut = { unanswered: 0, deviant: 0, unasked: 0, malformed: 0 };

/** What opens a session, or answers without anything of the server's own: a mock does that by itself. */
const own = new Set(["ping", "subscriptions/listen"]);

/** The requests of a trace of one revision with their answers, in order. */
export function askedIn(trace: Trace, revision: Revision): { readonly asked: readonly Asked[]; readonly leftOut: LeftOut } {
  const proper = calls(trace).filter(({ request }) => !own.has(request.frame.method));
  const sent = sentFor(trace, proper);
  const found = proper.map((call) => ({ call, asked: askedBy(call, revision, sent.of(call)) }));
  const unanswered = proper.filter(({ answer }) => answer === undefined).length;
  return {
    asked: found.flatMap(({ asked }) => asked ?? []),
    leftOut: {
      unanswered,
      deviant: allCalls(trace).length - calls(trace).length,
      unasked: sent.unasked,
      malformed: found.filter(({ asked }) => asked === undefined).length - unanswered,
    },
  };
}

function askedBy({ request, answer }: Call, revision: Revision, sends: RecordedAnswer["sends"]): Asked | undefined {
  const { method, params = {} } = request.frame;
  if (answer === undefined || !isObject(params)) return undefined;
  const { frame } = answer;
  const told = frame.kind === "result" ? { result: frame.result } : { error: frame.error };
  if (!isSound(told)) return undefined;
  // The session a mock opens is one of the revision it speaks: other agreements, and refusals, are not its own.
  if (method === "initialize" && asObject(told.result)["protocolVersion"] !== revision) return undefined;
  const byRevision = method === "initialize" || (method === "server/discover" && eraOf(revision) === "stateless");
  return {
    connection: request.connection,
    method,
    params: byRevision ? {} : withoutMeta(params),
    answer: sends === undefined || sends.length === 0 ? told : { sends, ...told },
  };
}

function isSound(told: { readonly result?: unknown; readonly error?: unknown }): told is RecordedAnswer {
  if ("result" in told) return isObject(told.result);
  return isObject(told.error) && typeof told.error["code"] === "number" && typeof told.error["message"] === "string";
}

type Said = Message<FrameOf<"request"> | FrameOf<"notification">>;

/**
 * What the server sent before each answer: in the same HTTP exchange, with the token of the request, or while nothing else was asked.
 */
function sentFor(
  trace: Trace,
  all: readonly Call[],
): { readonly of: (call: Call) => RecordedAnswer["sends"]; readonly unasked: number } {
  const found = new Map<Call, Said[]>();
  const begun = groupBy(all, ({ request }) => request.seq);
  const open = new Set<Call>();
  let unasked = 0;
  for (const message of messages(trace)) {
    const { direction, frame, seq } = message;
    if (direction === "sent") for (const call of begun.get(seq) ?? []) if (call.answer !== undefined) open.add(call);
    if (direction === "sent") continue;
    if (frame.kind !== "request" && frame.kind !== "notification") {
      for (const call of open) if (call.answer?.seq === seq) open.delete(call);
      continue;
    }
    const said: Said = { ...message, frame };
    const call = callOf(said, open);
    if (call === undefined) unasked++;
    else found.set(call, [...(found.get(call) ?? []), said]);
  }
  return { of: (call) => found.get(call)?.map((said) => sendOf(said.frame)), unasked };
}

function callOf(said: Said, open: ReadonlySet<Call>): Call | undefined {
  const here = [...open].filter(({ request }) => request.connection === said.connection);
  if (said.frame.method === "notifications/progress") {
    const { progressToken } = asObject(said.frame.params);
    return here.find(({ request }) => asObject(asObject(request.frame.params)["_meta"])["progressToken"] === progressToken);
  }
  if (said.exchange === undefined) return here.length === 1 ? here[0] : undefined;
  return here.find(({ answer }) => answer?.exchange === said.exchange);
}

function sendOf({ kind, method, params }: Said["frame"]): NonNullable<RecordedAnswer["sends"]>[number] {
  const { progressToken: _, ...rest } = asObject(params);
  const shown = method === "notifications/progress" ? rest : asObject(params);
  return {
    method,
    ...(Object.keys(shown).length > 0 ? { params: shown } : {}),
    ...(kind === "request" ? { asks: true as const } : {}),
  };
}
