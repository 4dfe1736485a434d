import { groupBy } from "../../../base/group-by.ts";
import { asObject, valueAt, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { canonicalText } from "../../../jsonrpc/sorted-json.ts";
import { type Call, calls } from "../../call.ts";
import { type Message, messages } from "../../message.ts";
import { eventsOf, type Trace } from "../../trace.ts";
import { stepOf } from "../../step-index.ts";
import { outcomeOfCall } from "../tool-call.ts";
import { type CallPace, paceOf } from "./call-pace.ts";
import { cameInTime, reportsWithinMs } from "./overtaken.ts";
import { type ToolRole, toolRoles } from "../tool-role.ts";

/**
 * How long an answer may take at its quickest, in ms, for a run to go on listening after a cancellation until it would have come: what
 * takes longer is left, on a busy machine as on a quiet one, and that nothing came of it shows nothing. A quiet run has given up by
 * then what takes longer, and never knows.
 */
export const heardOutMs = reportsWithinMs;

/**
 * What was seen of a tool: that it filled a role, with what arguments, and the event that shows it. `ms` is how long that call
 * took, or was waited for in vain (`answered` false); `longest` is how long any answered call of the tool took, `quickest` the quickest
 * one, Infinity where none was answered. `others` are the calls that were at work besides and may be meant as well.
 */
export type Sighting = {
  readonly role: ToolRole;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly seq: number;
  readonly ms: number;
  readonly longest: number;
  readonly quickest: number;
  readonly answered: boolean;
  readonly others: number;
};

/** A call with the time it was at work, in events of the trace; an odd one shows nothing of its tool, but may be behind a message. */
type Work = {
  readonly call: Call;
  readonly tool: string;
  readonly odd: boolean;
  readonly until: number;
  readonly ms: number;
  readonly pace: CallPace;
};

/**
 * What tools were seen to do, by role, the best sighting of a role first: a fold over the ordinary calls of a trace. A message
 * belongs to the call whose token or HTTP exchange it carries, else to the only one at work on its connection, else perhaps
 * to the one that began last.
 */
export function toolsSeen(trace: Trace): ReadonlyMap<ToolRole, readonly Sighting[]> {
  const all = worksIn(trace);
  const works = all.filter(({ odd }) => !odd);
  const slow = slowTools(works);
  const shown = [...works.flatMap((work) => shownByAnswer(work, slow.has(work.tool))), ...shownByMessages(trace, all)];
  const longest = longestByTool(works);
  const quickest = quickestByTool(works);
  const sightings = shown.map((one): Sighting => ({
    ...one,
    longest: longest.get(one.tool) ?? 0,
    quickest: quickest.get(one.tool) ?? Infinity,
  }));
  return new Map(toolRoles.map((role) => [role, bestFirst(sightings.filter((one) => one.role === role))]));
}

/** Calls of tools; odd are those of steps with a tag, whose arguments may not fit, and those as a task, which are not the tool's own conduct. */
function worksIn(trace: Trace): Work[] {
  const ends = new Map(eventsOf(trace, "exit").map(({ connection, seq }) => [connection, seq]));
  const last = trace.events.at(-1);
  return calls(trace, "tools/call").flatMap((call): Work[] => {
    const params = asObject(call.request.frame.params);
    const tool = params["name"];
    if (typeof tool !== "string") return [];
    const end = call.answer ?? call.silence ?? last;
    const ms = Math.max(0, (end?.at ?? 0) - call.request.at);
    return [
      {
        call,
        tool,
        odd: params["task"] !== undefined || stepOf(trace, call.request)?.tag !== undefined,
        until: call.answer?.seq ?? ends.get(call.request.connection) ?? Infinity,
        ms,
        pace: paceOf(trace, call, ms),
      },
    ];
  });
}

/**
 * The tools that are slow: a machine that is busy makes any call late once; a slow tool is slow each time it answers, and it does
 * something meanwhile. One that fails in the end may have waited for what it cannot reach, for longer or less long each time.
 */
function slowTools(works: readonly Work[]): ReadonlySet<string> {
  return new Set(
    [...groupBy(works, ({ tool }) => tool)].flatMap(([tool, own]) =>
      own.some(({ pace }) => pace === "slow") &&
      own.every(({ pace, call }) => call.answer === undefined || (pace === "slow" && !hasFailed(call)))
        ? [tool]
        : [],
    ),
  );
}

/** Whether a call was answered with an error, or a result that says that the tool failed. */
const hasFailed = (call: Call): boolean => ["error", "is-error"].includes(outcomeOfCall(call));

function longestByTool(works: readonly Work[]): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const { call, tool, ms } of works) if (call.answer !== undefined) longest.set(tool, Math.max(ms, longest.get(tool) ?? 0));
  return longest;
}

function quickestByTool(works: readonly Work[]): ReadonlyMap<string, number> {
  const quickest = new Map<string, number>();
  for (const { call, tool, ms } of works)
    if (call.answer !== undefined) quickest.set(tool, Math.min(ms, quickest.get(tool) ?? Infinity));
  return quickest;
}

/**
 * How long the quickest answer of a tool to these arguments took, in ms; undefined where none came or one said that it failed. A call that
 * was made to be refused tells nothing of it.
 */
export function quickestAnswerMs(trace: Trace, tool: string, given: Json | undefined): number | undefined {
  const wanted = canonicalText(given ?? {});
  const alike = worksIn(trace).filter(
    ({ odd, call }) => !odd && canonicalText(valueAt(call.request.frame.params, "arguments") ?? {}) === wanted,
  );
  if (alike.some((work) => work.tool === tool && hasFailed(work.call))) return undefined;
  return quickestByTool(alike).get(tool);
}

/** A sighting, before it is known how long other calls of its tool took. */
type Shown = Omit<Sighting, "longest" | "quickest">;

const askingRoles: Readonly<Record<string, ToolRole>> = {
  "elicitation/create": "elicits",
  "sampling/createMessage": "samples",
  "roots/list": "lists-roots",
};

function roleOfMethod(method: Json | undefined): ToolRole | undefined {
  if (typeof method !== "string") return undefined;
  if (method === "notifications/message") return "logs";
  return /^notifications\/(?:tools|prompts|resources)\/list_changed$/.test(method) ? "changes-list" : askingRoles[method];
}

/** What the answer of a call shows, and how long it took, where its tool is slow. */
function shownByAnswer(work: Work, isSlow: boolean): Shown[] {
  const { call } = work;
  const see = (role: ToolRole): Shown => sighting(role, work, call.answer?.seq ?? call.request.seq, 0);
  const slow = isSlow && work.pace === "slow" ? [see("slow")] : [];
  if (call.answer?.frame.kind !== "result") return slow;
  const { result } = call.answer.frame;
  const asked = Object.values(asObject(valueAt(result, "inputRequests"))).map((wish) => roleOfMethod(valueAt(wish, "method")));
  return [
    ...slow,
    ...(hasFailed(call) ? [see("fails")] : []),
    ...(valueAt(result, "structuredContent") === undefined ? [] : [see("structured")]),
    ...(valueAt(result, "requestState") === undefined ? [] : [see("keeps-state")]),
    ...asked.filter((role) => role !== undefined).map(see),
  ];
}

/** What the server said while tools were at work. */
function shownByMessages(trace: Trace, works: readonly Work[]): Shown[] {
  const found = messages(trace).flatMap((message): Attributed[] => {
    const { frame } = message;
    if (message.direction !== "received" || (frame.kind !== "notification" && frame.kind !== "request")) return [];
    const isProgress = frame.method === "notifications/progress";
    const role = isProgress ? "progress" : roleOfMethod(frame.method);
    if (role === undefined) return [];
    const token = isProgress ? valueAt(frame.params, "progressToken") : undefined;
    const { fitting, isNamed } = worksBehind(message, token, works);
    const work = fitting.at(-1);
    if (work === undefined || fitting.some(({ odd }) => odd)) return [];
    if (isProgress && !cameInTime(trace, work.call, message)) return [];
    return [{ shown: sighting(role, work, message.seq, fitting.length - 1), fitting, isSure: isNamed || isAskedFor(role, work) }];
  });
  return found.filter((one) => isToolsOwn(one, found, works)).map(({ shown }) => shown);
}

/** A sighting with the calls that may be behind it; sure where the message says so itself. */
type Attributed = { readonly shown: Shown; readonly fitting: readonly Work[]; readonly isSure: boolean };

/** Since 2026-07-28 there are log messages only for a request that asks for them. */
const isAskedFor = (role: ToolRole, { call }: Work): boolean =>
  role === "logs" && valueAt(call.request.frame.params, "_meta", "io.modelcontextprotocol/logLevel") !== undefined;

/** What a server does by itself as well, soon after it was greeted: on a busy machine that comes while tools are at work. */
const unprompted: ReadonlySet<ToolRole> = new Set(["logs", "lists-roots"]);

/**
 * Whether it is the tool that says something: what a server says unprompted as well is its tool's where more than one of its calls may be
 * behind it, also among others.
 */
function isToolsOwn({ shown, isSure }: Attributed, found: readonly Attributed[], works: readonly Work[]): boolean {
  if (isSure || !unprompted.has(shown.role) || works.filter(({ tool }) => tool === shown.tool).length === 1) return true;
  const behind = found.filter((other) => other.shown.role === shown.role).flatMap(({ fitting }) => fitting);
  return new Set(behind.filter(({ tool }) => tool === shown.tool)).size > 1;
}

/** The calls a message may belong to, in order; named where it carries what is theirs. */
function worksBehind(
  message: Message,
  token: Json | undefined,
  works: readonly Work[],
): { readonly fitting: readonly Work[]; readonly isNamed: boolean } {
  const open = works.filter(
    ({ call, until }) => call.request.connection === message.connection && call.request.seq < message.seq && message.seq < until,
  );
  const named = open.filter(
    ({ call }) =>
      (token !== undefined && valueAt(call.request.frame.params, "_meta", "progressToken") === token) ||
      (message.exchange !== undefined && call.request.exchange === message.exchange),
  );
  return named.length > 0 ? { fitting: named, isNamed: true } : { fitting: open, isNamed: false };
}

function sighting(role: ToolRole, { call, tool, ms }: Work, seq: number, others: number): Shown {
  const given = asObject(valueAt(call.request.frame.params, "arguments"));
  return { role, tool, arguments: given, seq, ms, answered: call.answer !== undefined, others };
}

/** How long a call is ordered by, in ms: one that was not answered, or so late that a quiet run would not have waited, comes last. */
const waitOf = ({ answered, ms }: Sighting): number => (answered && ms <= heardOutMs ? ms : Infinity);

/**
 * Each tool once, and only what is least in doubt, as far as it is of calls that come to an end: what is waited for before what is not,
 * quick before slow, and else as listed.
 */
function bestFirst(sightings: readonly Sighting[]): Sighting[] {
  const ended = sightings.filter((one) => waitOf(one) < Infinity);
  const fewest = Math.min(...(ended.length > 0 ? ended : sightings).map(({ others }) => others));
  const ordered = sightings.filter(({ others }) => others <= fewest).toSorted((a, b) => compare(waitOf(a), waitOf(b)));
  const seen = new Set<string>();
  return ordered.filter(({ tool }) => !seen.has(tool) && seen.add(tool));
}

const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
