import { interpreters, pythonRunners, shellNames } from "./interpreters.ts";
import { plainWords } from "./option-words.ts";
import { programName } from "./program-name.ts";

const pythons: ReadonlySet<string> = new Set(["python", "pythonw", "pypy", "ipython", "graalpy", "micropython", "jython"]);

/** A file that is whatever somebody wrote into an environment or a pipe. */
const noFile = /^\/+(?:proc|dev\/+(?:fd|std))\//;

/** Whether a program reads options of an interpreter. */
export function isInterpreter(name: string): boolean {
  return pythons.has(name) || Object.hasOwn(interpreters, name);
}

/**
 * The option under which a program gets its text, or undefined. Only an interpreter's own options are looked at: what follows its script
 * is for the script.
 */
export function inlineProgram(name: string, args: readonly string[]): string | undefined {
  if (pythons.has(name)) return pythonText(args);
  const form = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined;
  if (form === undefined) return undefined;
  const first = plainWords(args, form);
  const command = first.map((place) => args[place] ?? "").find((word) => form.texts?.includes(word));
  if (command !== undefined) return command;
  const scripts = first.map((place) =>
    form.runs?.includes(args[place] ?? "") === true ? plainWords(args, form, place + 1) : [place],
  );
  const places = scripts.flat();
  // Where such a command has no script all options are its own: `go test -toolexec=sh`.
  const script = scripts.some(({ length }) => length === 0) ? undefined : places.at(-1);
  const own = args.slice(0, script).map((word) => (word.startsWith("--") ? word.replaceAll("_", "-") : word));
  const inline = own.find((word) => form.inline.test(word));
  if (inline !== undefined) return inline;
  // Modules may be given as text themselves; blanks in front of a URL do not count.
  const text = args.slice(0, script === undefined ? undefined : script + 1).find((word) => /^(?:-[^=]*=)?\s*data:/i.test(word));
  if (text !== undefined) return "data:";
  return places.map((place) => args[place] ?? "").find((word) => noFile.test(word));
}

/** Python's letters stand together (`-Bc`), and some of them take the rest of the word, or the next one. */
function pythonText(args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--check-hash-based-pycs") index += 1;
    else if (word.startsWith("--") && word !== "--") continue;
    else if (!word.startsWith("-") || word === "-" || word === "--") return noFile.test(word) ? word : undefined;
    for (const [at, letter] of Array.from(word.startsWith("--") ? "" : word.slice(1)).entries()) {
      const rest = word.slice(at + 2);
      if (letter === "c") return word;
      if (letter === "m") {
        const module = rest === "" ? (args[index + 1] ?? "") : rest;
        return pythonRunners.has(module.trim().split(".")[0]?.toLowerCase() ?? "") ? `-m ${module}` : undefined;
      }
      if (letter !== "X" && letter !== "W") continue;
      if (rest === "" && args[index + 1]?.startsWith("-") === false) index += 1;
      break;
    }
  }
  return undefined;
}

/**
 * A program as text after any word: whoever starts a server through a program nobody knows still has to name a shell, or an
 * interpreter, and then its option.
 */
export function textBehind(args: readonly string[]): string | undefined {
  const at = args.findIndex((word, index) => {
    const next = args[index + 1] ?? "";
    if (!/^(?:-[a-zA-Z]*[ce]|--eval|--command|\/c)$/.test(next)) return false;
    const name = programName(word);
    return shellNames.has(name) || (isInterpreter(name) && inlineProgram(name, args.slice(index + 1, index + 3)) !== undefined);
  });
  return at === -1 ? undefined : `${args[at]} ${args[at + 1]}`;
}
