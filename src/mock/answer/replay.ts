import { visible } from "../../base/visible.ts";
import { invalidParams, methodNotFound } from "../../jsonrpc/error-codes.ts";
import { asObject, type JsonObject } from "../../jsonrpc/json.ts";
import { canonicalText } from "../../jsonrpc/sorted-json.ts";
import { eraOf, type Revision } from "../../spec/revision.ts";
import { type Answer, refuse } from "../conversation/answer.ts";
import type { RecordedAnswer, RecordedExchange } from "../script/recorded.ts";
import type { Call } from "./call.ts";
import { discover, initialize } from "./lifecycle.ts";
import type { Method } from "./methods.ts";

/** Gives the recorded answers of a script, each in its turn. The turns live in it, so every server has its own. */
export type Replay = {
  /** The next answer to a request, or what was recorded in its place. */
  readonly next: (method: string, params: JsonObject, revision: Revision) => RecordedAnswer | NotRecorded;
};

/** What was recorded of a method: undefined for nothing, else the params it was asked with, and at which revisions. */
export type NotRecorded = { readonly instead: readonly RecordedExchange[] };

/** Methods whose params say who asks: they are answered by revision alone. */
const aboutClient = new Set(["initialize", "server/discover"]);

/** Replays recorded exchanges. */
export function createReplay(exchanges: readonly RecordedExchange[]): Replay {
  const known = new Map<string, RecordedExchange>();
  const turns = new Map<RecordedExchange, number>();
  for (const exchange of exchanges)
    for (const revision of exchange.revisions) {
      const key = keyOf(exchange.method, exchange.params ?? {}, revision);
      if (!known.has(key)) known.set(key, exchange);
    }
  return {
    next(method, params, revision) {
      const found = known.get(keyOf(method, params, revision));
      if (found === undefined) return { instead: exchanges.filter((one) => one.method === method) };
      const turn = turns.get(found) ?? 0;
      turns.set(found, turn + 1);
      return found.answers[Math.min(turn, found.answers.length - 1)] ?? { instead: [] };
    },
  };
}

/** What a request is known by: its revision, method, and params without `_meta`, which differs from caller to caller. */
export function keyOf(method: string, params: JsonObject, revision: string): string {
  return `${revision} ${method} ${aboutClient.has(method) ? "" : canonicalText(withoutMeta(params))}`;
}

/** The params by which a recorded request is known. */
export function withoutMeta(params: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== "_meta"));
}

/** What answers a method of a server that was recorded; undefined for what every server answers alike. */
export function recordedMethod(replay: Replay, method: string, revision: Revision): Method["answer"] | undefined {
  if (method === "ping" || method === "subscriptions/listen") return undefined;
  const era = eraOf(revision);
  if (method === "initialize" && era === "stateful") return (call) => asIntroduced(call, replay, initialize(call));
  if (method === "server/discover" && era === "stateless") return (call) => asIntroduced(call, replay, discover(call));
  return async (call) => await answerRecorded(call, replay);
}

/** What the server said of itself at the revision that was agreed; where that was not recorded, what follows from the script. */
function asIntroduced(call: Call, replay: Replay, own: Answer): Answer {
  if ("error" in own) return own;
  const recorded = replay.next(call.method, call.params, call.conversation.revision ?? call.revision);
  return "result" in recorded && recorded.result !== undefined ? { result: recorded.result, whole: true } : own;
}

/** Answers a request as it was recorded, with what was sent before; what was not recorded is refused and told on standard error. */
async function answerRecorded(call: Call, replay: Replay): Promise<Answer> {
  const recorded = replay.next(call.method, call.params, call.revision);
  if ("instead" in recorded) return refuseUnrecorded(call, recorded.instead);
  for (const { method, params, asks } of recorded.sends ?? []) {
    if (asks === true) await call.ask(method, params);
    else if (method === "notifications/progress") tellProgress(call, params);
    else call.notify(method, params);
  }
  const { result = {}, error } = recorded;
  return error === undefined ? { result, whole: true } : refuse(error.code, error.message, error.data);
}

function tellProgress(call: Call, params: JsonObject = {}): void {
  const { progressToken } = asObject(call.params["_meta"]);
  if (progressToken !== undefined) call.notify("notifications/progress", { ...params, progressToken });
}

/** How many of the recorded params are told. */
const mostTold = 5;

function refuseUnrecorded({ method, params, revision, script, world }: Call, others: readonly RecordedExchange[]): Answer {
  const here = others.filter(({ revisions }) => revisions.includes(revision));
  const what =
    others.length === 0
      ? `${method} was never asked for`
      : here.length === 0
        ? `${method} was not asked for at ${revision}, only at ${[...new Set(others.flatMap((one) => one.revisions))].join(", ")}`
        : `${method} was not asked for with these params`;
  const { name, uri } = params;
  const alike = here.filter((one) => one.params?.["name"] === name && one.params?.["uri"] === uri);
  const told = (alike.length > 0 ? alike : here).slice(0, mostTold).map((one) => one.params ?? {});
  const message = `Not recorded: ${what}`;
  const whom = typeof name === "string" ? name : typeof uri === "string" ? uri : undefined;
  world.process.stderr(`mock ${script.id}: ${message}${whom === undefined ? "" : `: ${visible(whom)}`}\n`);
  return refuse(here.length === 0 ? methodNotFound : invalidParams, message, { method, recorded: told });
}
