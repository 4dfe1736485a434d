import type { World } from "../config/world/world.ts";
import type { CallGuard, GuardedCall, Inspection } from "../loop/call-guard.ts";
import { judgePaths } from "../policy/path/path-guard.ts";
import { judgeSudo, rewriteSudo, sudoCommand } from "../policy/command/sudo.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** What guarding calls needs from outside. */
export type GuardSetup = {
  readonly profile: HostProfile;
  readonly world: World;
  /** The directory the chat is limited to, if any. */
  readonly directory: string | undefined;
  readonly ask: CallGuard["ask"];
  /** Asks for a password with nothing shown; undefined is the end of input. */
  readonly password: ((signal: AbortSignal) => Promise<string | undefined>) | undefined;
  /** Told of texts that must never be shown or kept. */
  readonly secret: (text: string) => void;
};

/** The guards of a profile over calls: paths, then sudo. */
export function guardCalls(setup: GuardSetup): CallGuard {
  return { ask: setup.ask, inspect: (call, signal) => inspect(setup, call, signal) };
}

async function inspect(setup: GuardSetup, call: GuardedCall, signal: AbortSignal): Promise<Inspection> {
  const { profile, world, directory } = setup;
  const { path, sudo } = profile.policy;
  const root = call.link.directory ?? (path.mode === "on" ? directory : undefined);
  const guarded = path.mode === "on" || call.link.requiresPath;
  const inside = judgePaths(call.arguments, guarded ? root : undefined, path, world);
  if (!inside.allowed) return { refused: inside.reason, key: "policy.path.mode" };
  const allowed = judgeSudo(call.tool.name, call.arguments, sudo);
  if (!allowed.allowed) return { refused: allowed.reason, key: "policy.sudo.mode" };
  const command = sudo.mode === "ask" ? sudoCommand(call.tool.name, call.arguments, sudo.detect) : undefined;
  return command === undefined ? { arguments: call.arguments } : withPassword(setup, call, command, signal);
}

async function withPassword(setup: GuardSetup, call: GuardedCall, command: string, signal: AbortSignal): Promise<Inspection> {
  const password = await setup.password?.(signal);
  if (password === undefined) return { refused: "a command with sudo needs a password, and nobody gave one" };
  const rewritten = rewriteSudo(command, password);
  if ("allowed" in rewritten) return { refused: rewritten.allowed ? "the command could not be rewritten" : rewritten.reason };
  for (const text of rewritten.secrets) setup.secret(text);
  return {
    arguments: { ...call.arguments, command: rewritten.command },
    shown: { ...call.arguments, command: rewritten.shown },
  };
}
