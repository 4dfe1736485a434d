import { programName } from "./program-name.ts";
import { type CommandWorld, isInstalled, startedFile, type StartPlace } from "./target.ts";

/** The names on a list, as commands are known by them: worked out once, for a list is asked at every start. */
const namesOn = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a list has a name, in whatever spelling. */
export function isNamed(list: readonly string[], name: string): boolean {
  const names = namesOn.get(list) ?? new Set(list.flatMap((one) => [one, programName(one.trim())]));
  namesOn.set(list, names);
  return names.has(name);
}

/**
 * Whether the operator's list has a command: by its name, which means a program found along the host's PATH and not a file somewhere
 * else that is called the same, whatever PATH the server has; by its path; or by a whole beginning of its words (`npx -y some-server`).
 */
export function isListed(
  list: readonly string[],
  command: string,
  args: readonly string[],
  world: CommandWorld,
  place: StartPlace,
): boolean {
  return list.some((entry) => {
    const line = entry.trim();
    if (isProgram(line, command, world, place)) return true;
    const [first = "", ...others] = line.split(/\s+/);
    return others.length > 0 && isProgram(first, command, world, place) && others.every((word, index) => args[index] === word);
  });
}

function isProgram(entry: string, command: string, world: CommandWorld, place: StartPlace): boolean {
  const file = startedFile(command, world, place);
  if (/[/\\]/.test(entry)) {
    const listed = world.realpath(entry);
    return file !== undefined && (file === entry || (listed !== undefined && listed === world.realpath(file)));
  }
  if (programName(entry) !== programName(command)) return false;
  // A name that no program has starts nothing.
  if (file === undefined) return true;
  const real = world.realpath(file);
  const found = world.which(entry);
  return real !== undefined && (isInstalled(file, world) || (found !== undefined && world.realpath(found) === real));
}
