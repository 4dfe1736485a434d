import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import { nestsDeeper } from "../../jsonrpc/nesting.ts";
import type { Clock } from "../../base/time/clock.ts";
import { type Approvals, createApprovals, deniedText } from "../policy/approval.ts";
import { type DecisionEvent, type Tell } from "../log/host-event.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { SessionMemory } from "../sessions/session-memory.ts";
import { argumentsDefect, readArguments } from "../tools/call-arguments.ts";
import type { Target, Toolbox } from "./toolbox.ts";
import type { CallGuard } from "./call-guard.ts";
import { textOfOutcome } from "./result-text.ts";
import type { TurnCall, TurnResult } from "./turn-event.ts";

/** What running calls needs. */
export type RunSetup = {
  readonly profile: HostProfile;
  readonly clock: Clock;
  readonly toolbox: Toolbox;
  readonly memory: SessionMemory;
  readonly guard: CallGuard;
  readonly callTimeoutMs: number | undefined;
  /** What goes along with every call of a server, as `_meta`. */
  readonly callMeta?: JsonObject;
  /** Takes passwords out of what a tool says. */
  readonly clean: (text: string) => string;
  /** Told of calls, of what came of them, and of what decided about them. */
  readonly tell?: Tell;
};

type ServerTarget = Extract<Target, { kind: "server" }>;

/** Runs one call of the host's. Whatever goes wrong becomes a result that tells the model why. Never rejects. */
export async function runCall(setup: RunSetup, call: TurnCall, signal: AbortSignal): Promise<TurnResult> {
  const { tell, clock, clean } = setup;
  const began = clock.now();
  const { text, ...result } = await resultOf(setup, call, signal);
  const told = { ...result, text: clean(text) };
  const ms = Math.round(clock.now() - began);
  tell?.({ kind: "result", id: call.id, tool: call.name, text: told.text, failed: told.isError, ms });
  return told;
}

async function resultOf(setup: RunSetup, call: TurnCall, signal: AbortSignal): Promise<TurnResult> {
  const { toolbox, profile } = setup;
  const target = toolbox.target(call.name);
  try {
    if (target.kind === "meta") {
      const found = await toolbox.discover(call.arguments ?? asGiven(call));
      return "error" in found ? failed(call, found.error) : { call, text: found.text, isError: false };
    }
    if (target.kind !== "server") return refusedCall(setup, call, { why: missing(target) });
    const read = readArguments(call.argumentsText, profile.tools);
    if ("error" in read) return failed(call, `call of ${call.name}: ${read.error}`);
    return await runOnServer(setup, call, target, read.value, signal);
  } catch (cause) {
    return failed(call, `the host could not run ${call.name}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function failed(call: TurnCall, text: string): TurnResult {
  return { call, text, isError: true };
}

/** A call that is not made, and the key of the profile that would allow it, where one does. */
function refusedCall(
  { tell }: RunSetup,
  call: TurnCall,
  { server, why, key }: Pick<DecisionEvent, "server" | "why" | "key">,
): TurnResult {
  tell?.({
    kind: "decision",
    about: "call",
    ...(server === undefined ? {} : { server }),
    tool: call.name,
    allowed: false,
    why,
    ...(key === undefined ? {} : { key }),
  });
  return failed(call, why);
}

function asGiven({ argumentsText }: TurnCall): unknown {
  try {
    const value = JSON.parse(argumentsText) as Json;
    return nestsDeeper(value) ? argumentsText : value;
  } catch {
    return argumentsText;
  }
}

function missing({ kind, name }: Target): string {
  return kind === "hidden" ? `tool '${name}' is not available yet; find it with mcp_discover first` : `tool '${name}' not found`;
}

async function runOnServer(
  setup: RunSetup,
  call: TurnCall,
  { route, connection }: ServerTarget,
  given: JsonObject,
  signal: AbortSignal,
): Promise<TurnResult> {
  const { profile, guard, callTimeoutMs, callMeta } = setup;
  const { tool } = route;
  const inspected = await guard.inspect({ name: call.name, link: connection.link, tool, arguments: given }, signal);
  const server = connection.link.name;
  if ("refused" in inspected) {
    const { refused: why, key } = inspected;
    return refusedCall(setup, call, key === undefined ? { server, why } : { server, why, key });
  }
  const defect = argumentsDefect(tool.inputSchema, inspected.arguments, profile.tools);
  if (defect !== undefined)
    return refusedCall(setup, call, { server, why: `call of ${call.name}: ${defect}`, key: "tools.validateArguments" });
  const denied = await denial(setup, { route, connection }, inspected.shown ?? inspected.arguments, signal);
  if (denied !== undefined) return refusedCall(setup, call, { server, ...denied });
  setup.tell?.({ kind: "decision", about: "call", server, tool: call.name, allowed: true, why: "nothing speaks against it" });
  const outcome = await connection.call(tool, inspected.arguments, {
    signal,
    ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
    ...(callMeta === undefined ? {} : { meta: callMeta }),
  });
  const { text, isError } = textOfOutcome(outcome, profile.loop);
  return { call, text, isError };
}

/** Why a person, or nobody being there, keeps a call from running; undefined when it may run. */
async function denial(
  setup: RunSetup,
  { route, connection }: Pick<ServerTarget, "route" | "connection">,
  shown: JsonObject,
  signal: AbortSignal,
): Promise<Pick<DecisionEvent, "why" | "key"> | undefined> {
  const { profile, toolbox, memory } = setup;
  const { tool } = route;
  const changed = profile.tools.pinDefinitions && !toolbox.unchanged(route);
  const { readOnly, destructive } = tool.hints;
  const { approved, by } = await approvalsOf(setup, changed ? "changed" : "policy", signal).decide({
    server: connection.link.name,
    tool: route.fullName,
    shownArguments: JSON.stringify(shown),
    annotations: {
      ...(readOnly === undefined ? {} : { readOnlyHint: readOnly }),
      ...(destructive === undefined ? {} : { destructiveHint: destructive }),
    },
    definition: tool.digest,
  });
  if (approved) {
    memory.pinned.set(route.fullName, tool.digest);
    return undefined;
  }
  if (by !== "notInteractive") return { why: deniedText };
  const because = changed ? "its definition has changed since it was listed" : "it may change something";
  return {
    why: `${deniedText}: ${route.fullName} needs approval, as ${because}, and nobody can be asked`,
    key: changed ? "tools.pinDefinitions" : "policy.approval.when",
  };
}

/** The approvals of the session; whoever asked first is asked again. A changed definition is asked about whatever the profile says. */
function approvalsOf({ profile, memory, guard, clock }: RunSetup, kind: "policy" | "changed", signal: AbortSignal): Approvals {
  const { approval } = profile.policy;
  const { ask } = guard;
  if (ask !== undefined) memory.ask = (prompt, stop) => ask(prompt, AbortSignal.any([signal, stop]));
  const key = `${kind}${ask === undefined ? " nobody" : ""} ${approval.when}`;
  const kept = memory.approvals.get(key);
  if (kept !== undefined) return kept;
  const approvals = createApprovals({
    settings: kind === "changed" ? { ...approval, when: "all" } : approval,
    timeoutMs: profile.times.approvalMs,
    clock,
    ask: ask === undefined ? undefined : async (prompt, stop) => await memory.ask?.(prompt, stop),
  });
  memory.approvals.set(key, approvals);
  return approvals;
}
