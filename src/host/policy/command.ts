import type { World } from "../config/world.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { allowed, type Decision, refused } from "./decision.ts";
import { programName } from "./program-name.ts";
import { innerCommands } from "./wrapped-command.ts";

/** The settings of the command guard. */
export type CommandSettings = HostProfile["policy"]["command"];

/** What the guard asks of the machine. */
export type CommandWorld = Pick<World, "realpath" | "which">;

/** A wrapper within a wrapper within …: deeper than this nobody goes with good intent. */
const maxDepth = 8;

/**
 * Whether a command may be started as a server, and with it what its arguments would start. A name is compared without folders, case,
 * extension and look-alike letters, and so is the file that links lead to. Nothing is split and no shell is used, so a blank in a
 * command is a mistake or an attempt. Rows B0-130, B0-167 to B0-178.
 */
export function judgeCommand(command: string, args: readonly string[], settings: CommandSettings, world: CommandWorld): Decision {
  return settings.mode === "off" ? allowed : judge(command, args, settings, world, 0);
}

function judge(
  command: string,
  args: readonly string[],
  settings: CommandSettings,
  world: CommandWorld,
  depth: number,
): Decision {
  if (depth > maxDepth) return refused("command.depth", `a command wrapped more than ${maxDepth} times is ${unsafe}`);
  const form = judgeForm(command, settings, world);
  if (!form.allowed) return form;
  const name = judgeNames(command, settings, world);
  if (!name.allowed || settings.arguments === "ignore") return name;
  for (const inner of innerCommands(command, args)) {
    if (inner.kind === "program") {
      if (settings.arguments !== "programs") continue;
      return refused("command.inline", `a program given as text ("${programName(command)} ${inner.flag}") is ${unsafe}`);
    }
    const [first = "", ...others] = inner.words;
    const decision = judgeInner(first, others, settings, world, depth + 1);
    if (!decision.allowed) return decision;
  }
  return allowed;
}

/** What a wrapper starts is judged by the list of names alone: packages and scripts have names of many shapes. */
function judgeInner(
  command: string,
  args: readonly string[],
  settings: CommandSettings,
  world: CommandWorld,
  depth: number,
): Decision {
  const plain: CommandSettings = { ...settings, mode: settings.mode === "allow" ? "block" : settings.mode };
  return judge(command, args, plain, world, depth);
}

const unsafe = "not allowed for security reasons";

/** Rows B0-130, B0-174, B0-175. */
function judgeForm(command: string, settings: CommandSettings, world: CommandWorld): Decision {
  if (command === "") return refused("command.empty", "the command is empty");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(command)) {
    return refused("command.control", `a command with control characters is ${unsafe}`);
  }
  const parent = settings.parentSegment === "anywhere" ? command.includes("..") : command.split(/[/\\]/).includes("..");
  if (parent) return refused("command.parent", `".." in the command "${command}" is ${unsafe}`);
  // An existing file may have a blank in its path; anything else with a blank is a command line in the wrong place.
  if (/\s/u.test(command) && !(/[/\\]/.test(command) && world.realpath(command) !== undefined)) {
    return refused("command.blank", `a blank in the command "${command}" is ${unsafe}; arguments belong into args`);
  }
  return allowed;
}

/** The names on a list, as commands are known by them: worked out once, for a list is asked at every start. */
const namesOn = new WeakMap<readonly string[], ReadonlySet<string>>();

function listed(list: readonly string[], name: string): boolean {
  const names = namesOn.get(list) ?? new Set(list.flatMap((one) => [one, programName(one)]));
  namesOn.set(list, names);
  return names.has(name);
}

/** Rows B0-171 to B0-174, B0-176. */
function judgeNames(command: string, settings: CommandSettings, world: CommandWorld): Decision {
  const file = /[/\\]/.test(command) ? command : world.which(command);
  const target = settings.followLinks && file !== undefined ? world.realpath(file) : undefined;
  const names = [command, target].filter((one): one is string => one !== undefined).map(programName);
  const [own = ""] = names;
  if (settings.mode === "allow" && !listed(settings.allow, own)) {
    return refused(
      "command.allow",
      `the command "${own}" is ${unsafe}: only ${settings.allow.join(", ") || "nothing"} may be started`,
    );
  }
  if (listed(settings.allow, own)) return allowed;
  const blocked = names.find((name) => listed(settings.block, name));
  if (blocked === undefined) return allowed;
  const through = blocked === own ? "" : ` (it leads to ${blocked})`;
  return refused("command.block", `the command "${own}"${through} is ${unsafe}`);
}
