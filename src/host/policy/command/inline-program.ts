import { posix } from "node:path";
import { type Interpreter, interpreters, pythonRunners, shellNames } from "./interpreters.ts";
import { plainWords } from "./option-words.ts";
import { programName } from "./program-name.ts";

const pythons: ReadonlySet<string> = new Set(["python", "pythonw", "pypy", "ipython", "graalpy", "micropython", "jython"]);

/** Whether a path is no file, but whatever somebody wrote into an environment or a pipe: another thing to every process that looks. */
export function isNoFile(path: string): boolean {
  return /^\/(?:proc|dev\/(?:fd|std\w*))(?:\/|$)/.test(posix.normalize(path));
}

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
  // Some take options with a slash, which are no plain words either.
  const isText = (word: string): boolean =>
    form.texts?.includes(word) === true || (word.startsWith("/") && form.inline.test(word));
  const command = first.map((place) => args[place] ?? "").find(isText);
  if (command !== undefined) return command;
  const scripts = first.map((place) => scriptPlaces(form, args, place));
  const places = scripts.flat();
  // Where such a command has no script all options are its own: `go test -toolexec=sh`.
  const script = scripts.some(({ length }) => length === 0) ? undefined : places.at(-1);
  const own = args.slice(0, script);
  const inline = own.find((word) => form.inline.test(word));
  if (inline !== undefined) return inline;
  // Modules may be given as text themselves; blanks in front of a URL do not count.
  const text = args.slice(0, script === undefined ? undefined : script + 1).find((word) => /^(?:-[^=]*=)?\s*data:/i.test(word));
  if (text !== undefined) return "data:";
  return places.map((place) => args[place] ?? "").find(isNoFile);
}

/** Where the script may be, given where the first plain word may be: there, or behind it where that is a command of the interpreter's. */
function scriptPlaces(form: Interpreter, args: readonly string[], place: number): readonly number[] {
  const word = args[place] ?? "";
  if (form.throughout?.test(word) === true) return args.includes("--", place) ? [args.indexOf("--", place)] : [];
  if (form.runs?.test(word) !== true) return [place];
  const next = plainWords(args, form, place + 1);
  // In front of a command of Cargo may stand which Cargo it is: `cargo +nightly run`.
  return word.startsWith("+") ? next.flatMap((one) => scriptPlaces(form, args, one)) : next;
}

/** Python's letters stand together (`-Bc`), and some of them take the rest of the word, or the next one. */
function pythonText(args: readonly string[]): string | undefined {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    const script = word === "--" ? (args[index + 1] ?? "") : word;
    if (word === "--check-hash-based-pycs") index += 1;
    else if (word === "--" || word === "-" || !word.startsWith("-")) return isNoFile(script) ? script : undefined;
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

/** What shells and interpreters take a program under when they stand behind another: enough letters to mean nothing else. */
const shellText =
  /^(?:-[a-zA-Z]*[ce]|-[abefhiklmnoprstuvxBCEHPT]*c[abefhiklmnoprstuvxBCEHPT]*|--command(?:=.*)?|\/[ckCK]|-[cC]omm?a?n?d?|-[eE]nc\w*)$/s;
const interpreterText = /^(?:-[a-zA-Z]*[ce]|-[gprBER]|--(?:eval|print)(?:=.*)?)$/s;
/** A program in the same word, which does nothing without a blank or a call; `-config` is an option of somebody else. */
const pythonWord = /^-[abd-zA-Z]*c.*[\s(]/s;

/**
 * A program as text after any word: whoever starts a server through a program nobody knows still has to name a shell, or an
 * interpreter, and then its option.
 */
export function textBehind(args: readonly string[]): string | undefined {
  const at = args.findIndex((word, index) => {
    const next = args[index + 1] ?? "";
    const name = programName(word);
    if (shellNames.has(name)) return shellText.test(next);
    const isOption = interpreterText.test(next) || (pythons.has(name) && pythonWord.test(next));
    return isOption && isInterpreter(name) && inlineProgram(name, args.slice(index + 1, index + 3)) !== undefined;
  });
  return at === -1 ? undefined : `${args[at]} ${args[at + 1]}`;
}
