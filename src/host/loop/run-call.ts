import type { JsonObject } from "../../jsonrpc/json.ts";
import { settlesWithin } from "../../transport/clock-waits.ts";
import type { Clock } from "../../transport/clock.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { SessionMemory } from "../sessions/session-memory.ts";
import { argumentsDefect, readArguments } from "../tools/call-arguments.ts";
import { mayDestroy } from "../tools/mcp-tool.ts";
import type { Target, Toolbox } from "../tools/toolbox.ts";
import type { ApprovalQuestion, CallGuard } from "./call-guard.ts";
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
};

type ServerTarget = Extract<Target, { kind: "server" }>;

/** Runs one call of the host's. Whatever goes wrong becomes a result that tells the model why. Never rejects. Rows B0-069, B0-078, B1-062, B1-063. */
export async function runCall(setup: RunSetup, call: TurnCall, signal: AbortSignal): Promise<TurnResult> {
  const { toolbox, profile } = setup;
  const target = toolbox.target(call.name);
  try {
    if (target.kind === "meta") return { call, text: await toolbox.discover(call.arguments ?? asGiven(call)), isError: false };
    if (target.kind !== "server") return failed(call, missing(target));
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

function asGiven({ argumentsText }: TurnCall): unknown {
  try {
    return JSON.parse(argumentsText) as unknown;
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
  const { profile, guard, callTimeoutMs } = setup;
  const { tool } = route;
  const inspected = await guard.inspect({ name: call.name, link: connection.link, tool, arguments: given });
  if ("refused" in inspected) return failed(call, inspected.refused);
  const defect = argumentsDefect(tool.inputSchema, inspected.arguments, profile.tools);
  if (defect !== undefined) return failed(call, `call of ${call.name}: ${defect}`);
  const denied = await denial(setup, call, { route, connection }, inspected.shown ?? inspected.arguments, signal);
  if (denied !== undefined) return failed(call, denied);
  const outcome = await connection.call(tool, inspected.arguments, {
    signal,
    ...(callTimeoutMs === undefined ? {} : { timeoutMs: callTimeoutMs }),
  });
  return { call, ...textOfOutcome(outcome, profile.loop) };
}

/** Why a person, or nobody being there, keeps a call from running; undefined when it may run. Rows B2-038 to B2-047, BX-007. */
async function denial(
  { profile, guard, memory, toolbox, clock }: RunSetup,
  call: TurnCall,
  { route, connection }: Pick<ServerTarget, "route" | "connection">,
  shown: JsonObject,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { approval } = profile.policy;
  const changed = profile.tools.pinDefinitions && !toolbox.unchanged(route);
  const asked = approval.when === "all" || (approval.when === "destructive" && mayDestroy(route.tool));
  if (!changed && !asked) return undefined;
  const kept = approval.remember && !changed ? memory.answers.get(route.fullName) : undefined;
  if (kept === "always") return undefined;
  if (kept === "never") return "User denied execution";
  const why = changed ? "its definition has changed since it was listed" : "it may change or destroy something";
  if (guard.approve === undefined) return `call of ${call.name} needs approval, for ${why}, and nobody can be asked`;
  const question: ApprovalQuestion = {
    name: route.fullName,
    server: connection.link.name,
    arguments: shown,
    reason: changed ? "changed" : "policy",
  };
  const stop = new AbortController();
  const answering = guard.approve(question, AbortSignal.any([signal, stop.signal])).catch(() => "no" as const);
  const inTime = await settlesWithin(clock, profile.times.approvalMs, answering);
  stop.abort();
  const answer = inTime ? await answering : "no";
  if (approval.remember && (answer === "always" || answer === "never")) memory.answers.set(route.fullName, answer);
  if (answer === "no" || answer === "never") return "User denied execution";
  memory.pinned.set(route.fullName, route.tool.digest);
  return undefined;
}
