import type { Origin } from "../config/server-definition.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { allowed, type Decision, refused } from "./decision.ts";

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
 * a request that sets a variable which loads code is refused. Rows B0-179 to B0-187.
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

/** Names are compared exactly, patterns without regard to case. Rows B0-180, B0-181, B0-183. */
function mayInherit(name: string, settings: EnvironmentSettings): boolean {
  if (settings.inherit === "allowList" && !settings.allow.includes(name)) return false;
  return !settings.block.includes(name) && !settings.patterns.some((pattern) => matchesPattern(name, pattern));
}

/** Rows B0-186, B0-187. */
function faultOf({ configured, origin }: EnvironmentParts, settings: EnvironmentSettings): Decision | undefined {
  for (const [name, value] of Object.entries(configured)) {
    if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
      return refused("env.name", `${JSON.stringify(name)} is no name for an environment variable`);
    }
    if (value.includes("\0")) return refused("env.value", `the value of ${name} contains a NUL character`);
    if (origin === "request" && settings.refuse.some((pattern) => matchesPattern(name, pattern))) {
      return refused("env.loading", `a request must not set ${name}: it is not allowed for security reasons`);
    }
  }
  return undefined;
}

/** Row B0-182. */
function isDropped(name: string, origin: Origin, settings: EnvironmentSettings): boolean {
  if (settings.configuredSecrets === "keep" || !settings.block.includes(name)) return false;
  return settings.configuredSecrets === "drop" || origin === "request";
}

/** Rows B0-185. */
function cleanPath(path: string, isWorldWritable: (directory: string) => boolean): string {
  return path
    .split(":")
    .filter((directory) => directory.startsWith("/") && !isWorldWritable(directory))
    .join(":");
}

/** Whether a name matches a pattern in which `*` stands for any characters, without regard to case. */
export function matchesPattern(name: string, pattern: string): boolean {
  const parts = pattern.toUpperCase().split("*");
  const subject = name.toUpperCase();
  const [first = "", ...others] = parts;
  if (others.length === 0) return subject === first;
  const last = others.pop() ?? "";
  if (!subject.startsWith(first) || !subject.endsWith(last) || subject.length < first.length + last.length) return false;
  let from = first.length;
  const end = subject.length - last.length;
  for (const part of others) {
    const found = subject.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
