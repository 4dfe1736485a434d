import type { Origin } from "../config/server-definition.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { allowed, type Decision, refused } from "./decision.ts";
import { matchesStars } from "../../base/glob/matches-stars.ts";

/** The settings of the environment guard. */
export type EnvironmentSettings = HostProfile["policy"]["environment"];

/** What a child's environment is made from. */
export type EnvironmentParts = {
  /** The host's own environment. */
  readonly host: Readonly<Record<string, string | undefined>>;
  /** What the server's entry sets. */
  readonly configured: Readonly<Record<string, string>>;
  /** Who wrote that entry. */
  readonly origin: Origin;
  /** Whether anybody may write to a directory; asked for the directories of PATH. */
  readonly isWorldWritable: (directory: string) => boolean;
};

/** The environment of a server's process, the names that were kept from it, or why it must not be started. */
export type ChildEnvironment = {
  readonly decision: Decision;
  readonly env: Readonly<Record<string, string>>;
  /** Configured names that were dropped; never their values. */
  readonly dropped: readonly string[];
};

/**
 * The environment a server is started with. Inherited secrets are left out silently, a configured one is reported when it is dropped, and
 * a request that sets a variable nobody said it may set is refused: too many of them load code.
 */
export function childEnvironment(parts: EnvironmentParts, settings: EnvironmentSettings): ChildEnvironment {
  const fault = faultOf(parts, settings);
  if (fault !== undefined) return { decision: fault, env: {}, dropped: [] };
  const dropped = Object.keys(parts.configured).filter((name) => isDropped(name, parts.origin, settings));
  const env = {
    ...inherited(parts, settings),
    ...Object.fromEntries(Object.entries(parts.configured).filter(([name]) => !dropped.includes(name))),
  };
  return { decision: allowed, env: { ...env, PATH: env["PATH"] ?? settings.defaultPath }, dropped };
}

function inherited({ host, isWorldWritable }: EnvironmentParts, settings: EnvironmentSettings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(host).flatMap(([name, value]) => {
      if (value === undefined || !mayInherit(name, settings)) return [];
      if (name !== "PATH" || !settings.cleanPath) return [[name, value]];
      const path = cleanPath(value, isWorldWritable);
      return path === "" ? [] : [[name, path]];
    }),
  );
}

/** Names are compared exactly, patterns without regard to case. */
function mayInherit(name: string, settings: EnvironmentSettings): boolean {
  if (settings.inherit === "allowList" && !settings.allow.includes(name)) return false;
  return !settings.block.includes(name) && !settings.patterns.some((pattern) => matchesName(name, pattern));
}

/** The first fault: a name no variable can have, a value no process can be given, or a request that sets what loads code. */
function faultOf({ configured, origin }: EnvironmentParts, settings: EnvironmentSettings): Decision | undefined {
  for (const [name, value] of Object.entries(configured)) {
    if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
      return refused("env.name", `${JSON.stringify(name)} is not a name for an environment variable`);
    }
    if (value.includes("\0")) return refused("env.value", `the value of ${name} contains a NUL character`);
    // What is dropped anyway hurts nobody.
    if (origin === "request" && !isDropped(name, origin, settings) && !mayRequest(name, settings)) {
      const remedy = "policy.environment.requestable says which it may set";
      return refused("env.loading", `a request must not set ${name}: it is not allowed for security reasons (${remedy})`);
    }
  }
  return undefined;
}

/** Whether a variable that was configured is dropped because its name is known to hold a secret. */
function mayRequest(name: string, { requestable, refuse }: EnvironmentSettings): boolean {
  const isAmong = (patterns: readonly string[]): boolean => patterns.some((pattern) => matchesName(name, pattern));
  return isAmong(requestable) && !isAmong(refuse);
}

function isDropped(name: string, origin: Origin, settings: EnvironmentSettings): boolean {
  if (settings.configuredSecrets === "keep" || !settings.block.includes(name)) return false;
  return settings.configuredSecrets === "drop" || origin === "request";
}

/** PATH without its relative directories and those anybody may write to: a program found there may be anybody's. */
function cleanPath(path: string, isWorldWritable: (directory: string) => boolean): string {
  return path
    .split(":")
    .filter((directory) => directory.startsWith("/") && !isWorldWritable(directory))
    .join(":");
}

/** Whether a name matches a pattern in which `*` stands for any characters, without regard to case. */
export const matchesName = (name: string, pattern: string): boolean => matchesStars(pattern.toUpperCase(), name.toUpperCase());
