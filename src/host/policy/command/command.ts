import type { HostProfile } from "../../profile/host-profile.ts";
import { allowed, type Decision, refused } from "../decision.ts";
import { isNoFile } from "./inline-program.ts";
import { isListed, isNamed } from "./listed.ts";
import { programName } from "./program-name.ts";
import { type CommandWorld, isInstalled, scriptWords, startedFile, type StartPlace, twinsOf } from "./target.ts";
import { innerCommands } from "./wrapped-command.ts";

/** The settings of the command guard. */
export type CommandSettings = HostProfile["policy"]["command"];

/** What is known while a command is judged: how deep it is in others, and where it would be started. */
type Judging = {
  readonly settings: CommandSettings;
  readonly world: CommandWorld;
  readonly place: StartPlace;
  readonly depth: number;
};

/** A wrapper within a wrapper within …: deeper than this nobody goes with good intent. */
const maxDepth = 8;

const unsafe = "not allowed for security reasons";

/**
 * Whether a command may be started as a server, and with it what its arguments would start. What counts is the program that would run:
 * its name without folders, case, extension and look-alike letters, the file that links lead to, the programs that file is the same as
 * or a copy of, and the interpreter of a script. Nothing is split and no shell is used, so a blank in a command is a mistake or an attempt.
 */
export function judgeCommand(
  command: string,
  args: readonly string[],
  settings: CommandSettings,
  world: CommandWorld,
  place: StartPlace = {},
): Decision {
  if (settings.mode === "off") return allowed;
  const form = judgeForm(command, settings, startedFile(command, world, place), world);
  if (!form.allowed) return form;
  if (settings.mode === "allow" && !isListed(settings.allow, command, args, world, place)) {
    const names = settings.allow.join(", ") || "nothing";
    const name = programName(command);
    const which = isNamed(settings.allow, name) ? ", and a name means a program on the host's own PATH" : "";
    return refused("command.allow", `the command "${name}" is ${unsafe}: only ${names} may be started${which}`);
  }
  return judge(command, args, { settings, world, place, depth: 0 });
}

/** What a wrapper starts is judged by the list of refused names in mode `allow` too: packages and scripts have names of many shapes. */
function judge(command: string, args: readonly string[], judging: Judging): Decision {
  const { settings, world, place, depth } = judging;
  if (depth > maxDepth) return refused("command.depth", `a command wrapped more than ${maxDepth} times is ${unsafe}`);
  const file = startedFile(command, world, place);
  const form = judgeForm(command, settings, file, world);
  if (!form.allowed) return form;
  const target = settings.followLinks && file !== undefined ? world.realpath(file) : undefined;
  const isStrange = settings.sameFile && file !== undefined && target !== undefined && !isInstalled(file, world);
  const twins = isStrange ? twinsOf(target, settings.block, world) : [];
  const names = [...new Set([command, ...(target === undefined ? [] : [target]), ...twins].map(programName))];
  const isException = isListed(settings.allow, command, args, world, place);
  const name = isException ? allowed : judgeNames(names, settings);
  if (!name.allowed || settings.arguments === "ignore") return name;
  const inner = judgeInner(names, args, judging);
  return inner.allowed && isStrange && !isException ? judgeScript(command, target, args, judging) : inner;
}

function judgeForm(command: string, settings: CommandSettings, file: string | undefined, world: CommandWorld): Decision {
  if (command === "") return refused("command.empty", "the command is empty");
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(command)) {
    return refused("command.control", `a command with control characters is ${unsafe}`);
  }
  const parent = settings.parentSegment === "anywhere" ? command.includes("..") : command.split(/[/\\]/).includes("..");
  if (parent) return refused("command.parent", `".." in the command "${command}" is ${unsafe}`);
  const isPath = /[/\\]/.test(command);
  // An existing file may have a blank in its path; anything else with a blank is a command line in the wrong place.
  if (/\s/u.test(command) && !(isPath && file !== undefined && world.realpath(file) !== undefined)) {
    return refused("command.blank", `a blank in the command "${command}" is ${unsafe}; arguments belong into args`);
  }
  if (!settings.sameFile || !isPath || file === undefined) return allowed;
  const link = world.readlink(file);
  if ([file, link ?? ""].some(isNoFile))
    return refused("command.place", `a command below /proc or /dev ("${command}") is ${unsafe}`);
  return link !== undefined && world.realpath(file) === undefined
    ? refused("command.place", `the command "${command}" is a link that leads nowhere`)
    : allowed;
}

function judgeNames(names: readonly string[], settings: CommandSettings): Decision {
  const [own = ""] = names;
  const blocked = names.find((name) => isNamed(settings.block, name));
  if (blocked === undefined) return allowed;
  const through = blocked === own ? "" : ` (it leads to ${blocked})`;
  return refused("command.block", `the command "${own}"${through} is ${unsafe}`);
}

/** What the arguments would start, under each name the program is known by. */
function judgeInner(names: readonly string[], args: readonly string[], judging: Judging): Decision {
  for (const name of names) {
    for (const inner of innerCommands(name, args)) {
      if (inner.kind === "program") {
        if (judging.settings.arguments !== "programs") continue;
        return refused("command.inline", `a program given as text ("${name} ${inner.flag}") is ${unsafe}`);
      }
      const [first = "", ...others] = inner.words;
      const decision = judge(first, others, { ...judging, depth: judging.depth + 1 });
      if (!decision.allowed) return decision;
    }
  }
  return allowed;
}

/** A script is its interpreter with the script as an argument. */
function judgeScript(command: string, file: string, args: readonly string[], judging: Judging): Decision {
  const { world, depth } = judging;
  const words = scriptWords(file, world);
  if (words === undefined) return allowed;
  const [interpreter = "", ...more] = words;
  const all = [...more, file, ...args];
  // `env` only finds the interpreter.
  const decision =
    programName(interpreter) === "env"
      ? judgeInner(["env"], all, judging)
      : judge(interpreter, all, { ...judging, depth: depth + 1 });
  if (decision.allowed) return decision;
  const remedy = "the operator can except it by its path in the list of allowed commands";
  return refused(decision.rule, `the script "${command}": ${decision.reason} (${remedy})`);
}
