import { asObject, valueAt, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { type Call, calls } from "../call.ts";
import { type Message, messages } from "../message.ts";
import { eventsOf, type Trace } from "../trace.ts";
import { stepOf } from "../step-index.ts";
import { type ToolRole, toolRoles } from "./tool-role.ts";

/** From how many ms on a call is called slow: long enough to be cancelled while it is open, on any machine. */
export const slowFromMs = 300;

/**
 * How long an answer may take at its quickest, in ms, for a run to go on listening after a cancellation until it would have come: what
 * takes longer is left, on a busy machine as on a quiet one, and that nothing came of it shows nothing.
 */
export const heardOutMs = 600;

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
type Work = { readonly call: Call; readonly tool: string; readonly odd: boolean; readonly until: number; readonly ms: number };

/**
 * What tools were seen to do, by role, the best sighting of a role first: a fold over the ordinary calls of a trace. A message
 * belongs to the call whose token or HTTP exchange it carries, else to the only one at work on its connection, else perhaps
 * to the one that began last.
 */
export function toolsSeen(trace: Trace): ReadonlyMap<ToolRole, readonly Sighting[]> {
  const all = worksIn(trace);
  const works = all.filter(({ odd }) => !odd);
  // A machine that is busy makes any call slow once; a slow tool is slow each time.
  const quick = new Set(works.filter(({ call, ms }) => call.answer !== undefined && ms < slowFromMs).map(({ tool }) => tool));
  const shown = [...works.flatMap((work) => shownByAnswer(work, quick.has(work.tool))), ...shownByMessages(trace, all)];
  const longest = longestByTool(all);
  const quickest = quickestByTool(all);
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
    return [
      {
        call,
        tool,
        odd: params["task"] !== undefined || stepOf(trace, call.request)?.tag !== undefined,
        until: call.answer?.seq ?? ends.get(call.request.connection) ?? Infinity,
        ms: Math.max(0, (end?.at ?? 0) - call.request.at),
      },
    ];
  });
}

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

/** How long the quickest answer of a tool took, in ms; undefined where none came. */
export const quickestAnswerMs = (trace: Trace, tool: string): number | undefined => quickestByTool(worksIn(trace)).get(tool);

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

/** What the answer of a call shows, and how long it took, unless its tool was quick another time. */
function shownByAnswer(work: Work, isQuick: boolean): Shown[] {
  const { call, ms } = work;
  const see = (role: ToolRole): Shown => sighting(role, work, call.answer?.seq ?? call.request.seq, 0);
  const slow = ms >= slowFromMs && !isQuick ? [see("slow")] : [];
  if (call.answer?.frame.kind !== "result") return slow;
  const { result } = call.answer.frame;
  const asked = Object.values(asObject(valueAt(result, "inputRequests"))).map((wish) => roleOfMethod(valueAt(wish, "method")));
  return [
    ...slow,
    ...(valueAt(result, "isError") === true ? [see("fails")] : []),
    ...(valueAt(result, "structuredContent") === undefined ? [] : [see("structured")]),
    ...(valueAt(result, "requestState") === undefined ? [] : [see("keeps-state")]),
    ...asked.filter((role) => role !== undefined).map(see),
  ];
}

/** What the server said while tools were at work. */
function shownByMessages(trace: Trace, works: readonly Work[]): Shown[] {
  return messages(trace).flatMap((message): Shown[] => {
    const { frame } = message;
    if (message.direction !== "received" || (frame.kind !== "notification" && frame.kind !== "request")) return [];
    const isProgress = frame.method === "notifications/progress";
    const role = isProgress ? "progress" : roleOfMethod(frame.method);
    if (role === undefined) return [];
    const token = isProgress ? valueAt(frame.params, "progressToken") : undefined;
    const fitting = worksBehind(message, token, works);
    const work = fitting.at(-1);
    return work === undefined || fitting.some(({ odd }) => odd) ? [] : [sighting(role, work, message.seq, fitting.length - 1)];
  });
}

/** The calls a message may belong to, in order. */
function worksBehind(message: Message, token: Json | undefined, works: readonly Work[]): readonly Work[] {
  const open = works.filter(
    ({ call, until }) => call.request.connection === message.connection && call.request.seq < message.seq && message.seq < until,
  );
  const named = open.filter(
    ({ call }) =>
      (token !== undefined && valueAt(call.request.frame.params, "_meta", "progressToken") === token) ||
      (message.exchange !== undefined && call.request.exchange === message.exchange),
  );
  return named.length > 0 ? named : open;
}

function sighting(role: ToolRole, { call, tool, ms }: Work, seq: number, others: number): Shown {
  const given = asObject(valueAt(call.request.frame.params, "arguments"));
  return { role, tool, arguments: given, seq, ms, answered: call.answer !== undefined, others };
}

/** Each tool once, and only what is least in doubt: answered before open, quick before slow, for a scenario waits for it. */
function bestFirst(sightings: readonly Sighting[]): Sighting[] {
  const rank = (one: Sighting): number => (one.answered ? 0 : 1);
  const fewest = Math.min(...sightings.map(({ others }) => others));
  const ordered = sightings.filter(({ others }) => others === fewest).toSorted((a, b) => rank(a) - rank(b) || a.ms - b.ms);
  const seen = new Set<string>();
  return ordered.filter(({ tool }) => !seen.has(tool) && seen.add(tool));
}
