import type { HostProfile } from "../../profile/host-profile.ts";

type Gap = readonly [isOpen: (profile: HostProfile) => boolean, says: string];

/** What a setting leaves to chance or to good will, in the order of its weight. */
const gaps: readonly Gap[] = [
  [({ policy }) => policy.command.mode === "off", "any command is started that a server's entry names (policy.command.mode)"],
  [
    ({ policy }) => policy.command.mode === "block",
    "commands are refused by a list of names, which cannot be complete; policy.command.mode=allow starts only what is named",
  ],
  [
    ({ policy }) => policy.command.mode !== "off" && !policy.command.sameFile,
    "a hard link, a copy or a script of a refused program is started (policy.command.sameFile)",
  ],
  [
    ({ policy }) => policy.command.mode !== "off" && policy.command.arguments !== "programs",
    "interpreters are started with a program as text, such as python3 -c (policy.command.arguments)",
  ],
  [
    ({ policy }) => policy.access.requestServers !== "never" && policy.environment.requestable.includes("*"),
    "a request sets variables that load code into a server, such as LD_PRELOAD (policy.environment.requestable)",
  ],
  [
    ({ policy }) => policy.environment.inherit === "all",
    "servers see the host's whole environment, secrets included (policy.environment.inherit)",
  ],
  [({ policy }) => !policy.access.checkOrigin, "pages of any origin are answered (policy.access.checkOrigin)"],
  [
    ({ policy }) => policy.access.starters === "any" && policy.access.requestServers !== "never",
    "any page of a program on this machine starts programs, with text a browser sends unasked (policy.access.starters)",
  ],
  [
    ({ policy }) => policy.access.starters === "any" && policy.access.requestServers === "never",
    "any page of a program on this machine starts the configured servers (policy.access.starters)",
  ],
  [({ policy }) => policy.path.mode === "off", "paths in tool arguments are not looked at (policy.path.mode)"],
  [
    ({ policy }) => policy.path.mode === "requiresPath",
    "paths in tool arguments are looked at for servers that declare it only (policy.path.mode)",
  ],
  [
    ({ policy }) => policy.path.mode !== "off" && policy.path.maybe === null,
    "paths in tool arguments are known by the names of the arguments only (policy.path.maybe)",
  ],
  [({ policy }) => policy.approval.when === "off", "nobody is asked before a tool changes something (policy.approval.when)"],
  [
    ({ policy }) => policy.approval.when !== "off" && policy.approval.defaultAnswer === "yes",
    "an empty answer approves a call (policy.approval.defaultAnswer)",
  ],
  [({ policy }) => policy.sudo.mode === "ignore", "sudo in tool arguments is not looked at (policy.sudo.mode)"],
  [({ policy }) => policy.sudo.rewrite, "a password is asked for and handed to sudo (policy.sudo.rewrite)"],
  [
    ({ tools }) => !tools.pinDefinitions,
    "a tool that has changed since it was listed is called without asking (tools.pinDefinitions)",
  ],
  [({ tools }) => !tools.flagDefinitions, "nobody is warned of descriptions that give orders (tools.flagDefinitions)"],
  [
    ({ model }) => model.resultCalls === "asIs",
    "where calls are read from the model's text, one that it repeats from a tool's result is made (model.resultCalls)",
  ],
  [({ limits }) => limits.maxProcesses === null, "any number of server processes runs at a time (limits.maxProcesses)"],
  [({ times }) => times.bodyMs === null, "requests that never end are kept (times.bodyMs)"],
];

/** What a profile leaves open that profile strict closes, and what that leaves open itself: a sentence each, with the key to set. */
export function leftOpen(profile: HostProfile): readonly string[] {
  return gaps.filter(([isOpen]) => isOpen(profile)).map(([, says]) => says);
}
