import { groupBy } from "../../base/group-by.ts";
import { asObject } from "../../jsonrpc/json.ts";
import { canonicalText } from "../../jsonrpc/sorted-json.ts";
import { type Revision, revisions } from "../../spec/revision.ts";
import { announcements } from "../../trace/facts/server-facts.ts";
import { headerValue } from "../../trace/message.ts";
import { eventsOf, revisionsIn, type Trace, traceOf } from "../../trace/trace.ts";
import { keyOf } from "../answer/replay.ts";
import { metaKeys } from "../era/era.ts";
import type { RecordedExchange } from "../script/recorded.ts";
import type { MockScript } from "../script/script.ts";
import { type Asked, askedIn, type LeftOut, nothingLeftOut } from "./asked-in.ts";

/** A script that answers as a server did in a trace, and how much of the trace could not become part of it. */
export type Recording = { readonly script: MockScript; readonly leftOut: LeftOut };

/**
 * Makes a mock of what a server was asked and answered in a trace whose `sent` side is the client. Undefined where it never said what
 * it is, at any revision: nobody could begin a session with such a mock.
 */
export function scriptOfTrace(trace: Trace): Recording | undefined {
  const spoken = revisions.filter((revision) => revisionsIn(trace).includes(revision));
  const parts = spoken.flatMap((revision) => {
    const part = traceOf(trace, revision);
    const [told] = announcements(part);
    return told === undefined ? [] : [{ revision, told, ...askedIn(part, revision) }];
  });
  const newest = parts.at(-1);
  if (newest === undefined) return undefined;
  const { result } = newest.told;
  const { name, version } = asObject(result["serverInfo"] ?? asObject(result["_meta"])[metaKeys.serverInfo]);
  const serverInfo = {
    name: typeof name === "string" ? name : (trace.subject.name ?? "recorded"),
    version: typeof version === "string" ? version : (trace.subject.version ?? "0"),
  };
  return {
    script: {
      id: idOf(serverInfo.name),
      title: `Answers as ${serverInfo.name} ${serverInfo.version} did when it was recorded`,
      odd: false,
      serverInfo,
      revisions: parts.map(({ revision }) => revision),
      ...(withoutSessions(trace) ? { http: { sessions: false } } : {}),
      recorded: merged(parts.flatMap(({ asked, revision }) => inTurn(trace, asked, revision))),
    },
    leftOut: parts.reduce((sum, { leftOut }) => plus(sum, leftOut), nothingLeftOut),
  };
}

/** A name as the id of a script: small letters, digits and dashes. */
function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return id === "" ? "recorded" : id;
}

/** Whether a server was met over HTTP and gave nobody a session id. */
function withoutSessions(trace: Trace): boolean {
  const responses = eventsOf(trace, "http-response");
  return responses.length > 0 && responses.every(({ headers }) => headerValue(headers, "mcp-session-id") === undefined);
}

/**
 * The exchanges of one revision, each with its answers in turn. A process over stdio begins anew with each connection: there the
 * connection counts on which most was asked. A server over HTTP goes on.
 */
function inTurn(trace: Trace, asked: readonly Asked[], revision: Revision): RecordedExchange[] {
  const anew = trace.subject.transport === "stdio";
  const requests = groupBy(asked, ({ method, params }) => keyOf(method, params, revision));
  return [...requests.values()].flatMap((all) => {
    const histories = anew ? [...groupBy(all, ({ connection }) => connection).values()] : [all];
    const longest = histories.reduce((best, one) => (one.length > best.length ? one : best));
    const [first] = longest;
    if (first === undefined) return [];
    const { method, params } = first;
    const shown = Object.keys(params).length > 0 ? { params } : {};
    return [{ method, ...shown, revisions: [revision], answers: withoutRepetition(longest.map(({ answer }) => answer)) }];
  });
}

/** The last answer is given from then on: what only repeats it at the end says nothing more. */
function withoutRepetition(answers: RecordedExchange["answers"]): RecordedExchange["answers"] {
  const last = canonicalText(answers.at(-1));
  const until = answers.findLastIndex((one) => canonicalText(one) !== last);
  return answers.slice(0, until + 2);
}

/** Exchanges that are the same at several revisions, once. */
function merged(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  const alike = groupBy(exchanges, (one) => canonicalText({ ...one, revisions: [] }));
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, revisions: same.flatMap((one) => one.revisions) }];
  });
}

function plus(one: LeftOut, other: LeftOut): LeftOut {
  return {
    unanswered: one.unanswered + other.unanswered,
    deviant: one.deviant + other.deviant,
    unasked: one.unasked + other.unasked,
    malformed: one.malformed + other.malformed,
  };
}
