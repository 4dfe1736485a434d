import type { Clock } from "../../base/time/clock.ts";
import { openHttp } from "../../transport/http/http.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import { openSse } from "../../transport/sse/sse.ts";
import { openStdio } from "../../transport/stdio/stdio.ts";
import type { TransportLimits } from "../../transport/client-transport.ts";
import type { ResolvedServer } from "../config/auto-enable.ts";
import { mayDownload, resolveRunner } from "../config/world/resolve-runner.ts";
import type { World } from "../config/world/world.ts";
import { judgeLaunch } from "../policy/command/judge-launch.ts";
import type { Tell } from "../log/host-event.ts";
import { callLimit, initializeLimit } from "../policy/show/limits.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { withoutReserved } from "../sessions/reserved-headers.ts";
import type { Opened, ServerLink } from "../sessions/server-link.ts";
import { waitLimit } from "../sessions/wait-limit.ts";
import { canonicalJson } from "../tools/canonical-json.ts";

/** What linking needs from outside. */
export type LinkSetup = {
  readonly profile: HostProfile;
  readonly world: World;
  readonly clock: Clock;
  readonly guard: ProcessGuard;
  /** What the environment says of calls and runners. */
  readonly callMs: number | undefined;
  readonly runners: Readonly<Record<string, string>>;
  readonly warn: (text: string) => void;
  readonly tell?: Tell;
};

/** A definition as sessions reach it: guards are asked when it is opened, so that one that is refused hurts nobody else. */
export function linkServer(server: ResolvedServer, setup: LinkSetup): ServerLink {
  const { definition, reach, root } = server;
  const { profile, callMs } = setup;
  const runner = reach.transport === "stdio" && mayDownload(reach.command, reach.args);
  return {
    name: definition.name,
    description: definition.description,
    key: canonicalJson([definition.name, reach, root ?? null]),
    transport: reach.transport,
    shared: definition.origin !== "request",
    requiresPath: definition.requiresPath,
    directory: root,
    initializeMs: initializeLimit(profile.times, definition.initializeMs, runner),
    callMs: (wish) => callLimit(profile.times, reach.transport, [wish, definition.callMs, callMs]),
    open: async (recorder, connection, fallback) =>
      await Promise.resolve(
        reach.transport === "stdio"
          ? openProcess(server, setup, recorder, connection)
          : openUrl(reach, fallback, setup, recorder, connection),
      ),
  };
}

type Recorder = Parameters<ServerLink["open"]>[0];

function openProcess(server: ResolvedServer, setup: LinkSetup, recorder: Recorder, connection: number): Opened {
  const { profile, world, clock, guard, runners, warn, tell } = setup;
  const { reach, definition } = server;
  if (reach.transport !== "stdio") return { refused: "it is not a process" };
  const words = profile.configuration.resolveRunners ? resolveRunner(reach.command, runners, world) : [reach.command];
  const launch = judgeLaunch(server, words, profile.policy, world);
  if (launch === undefined) return { refused: "it is not a process" };
  const start = { kind: "decision", about: "start", server: definition.name } as const;
  if (!launch.decision.allowed) {
    const { reason, rule } = launch.decision;
    const key = keyOf(rule);
    tell?.({ ...start, allowed: false, why: reason, ...(key === undefined ? {} : { key }) });
    return { refused: reason };
  }
  tell?.({ ...start, allowed: true, why: `nothing speaks against ${launch.command}` });
  if (launch.dropped.length > 0) warn(`${definition.name}: not handed on: ${launch.dropped.join(", ")}`);
  const { command, args, env, cwd } = launch;
  const limits = limitsOf(profile, profile.limits.maxLineBytes);
  return { transport: openStdio({ command, args, env, cwd, recorder, connection, limits, clock, guard }) };
}

/** The key of the profile that a rule of starting servers goes by, where one allows what it refuses. */
function keyOf(rule: string): string | undefined {
  if (rule === "env.loading") return "policy.environment.requestable";
  if (["command.allow", "command.block", "command.inline"].includes(rule)) return "policy.command.allow";
  return rule.startsWith("argv.") ? "policy.argv.mode" : undefined;
}

function openUrl(
  reach: Exclude<ResolvedServer["reach"], { transport: "stdio" }>,
  fallback: boolean,
  { profile, clock, warn }: LinkSetup,
  recorder: Recorder,
  connection: number,
): Opened {
  const { url } = reach;
  const { headers, ignored } = withoutReserved(reach.headers);
  if (ignored.length > 0)
    warn(`${new URL(url).host}: these headers are the protocol's own, not configured: ${ignored.join(", ")}`);
  const connectTimeoutMs = waitLimit(profile.times.connectMs);
  const limits = limitsOf(profile, profile.limits.maxEventBytes);
  const options = { url, headers, recorder, connection, limits, clock, connectTimeoutMs };
  try {
    if (reach.transport === "http" && !fallback) return { transport: openHttp(options) };
    return { transport: openSse({ ...options, endpointTimeoutMs: connectTimeoutMs }) };
  } catch (cause) {
    return { refused: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** A host runs for long: only single messages are bounded, not what a connection carries in its life. */
function limitsOf({ shutdown }: HostProfile, frameBytes: number): TransportLimits {
  return {
    frameBytes,
    connectionBytes: Infinity,
    connectionFrames: Infinity,
    endsLongAnswers: true,
    graceMs: shutdown.termMs ?? 1000,
  };
}
