import { inlineProgram, textBehind } from "./inline-program.ts";
import { type Launcher, launchers } from "./launchers.ts";
import { plainWords } from "./option-words.ts";

/** A command within another: its words, or inline text that some program would run. */
export type Inner =
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "program"; readonly flag: string };

/**
 * What starting these words would start in turn, for a program known by `name`: through `env`, `xargs`, `busybox`, package runners, or
 * as inline text.
 */
export function innerCommands(name: string, args: readonly string[]): readonly Inner[] {
  const launcher = Object.hasOwn(launchers, name) ? launchers[name] : undefined;
  const places = launcher === undefined ? [] : commandPlaces(launcher, args);
  const flag =
    inlineProgram(name, args) ?? (launcher === undefined ? undefined : ownText(launcher, args, places)) ?? textBehind(args);
  const inline: Inner[] = flag === undefined ? [] : [{ kind: "program", flag }];
  const split = name === "env" ? splitStrings(args) : [];
  const words = [
    ...(split.length > 0 ? split : places.map((place) => args.slice(place))),
    ...(launcher?.module === undefined ? [] : moduleOf(launcher.module, args, places.at(-1))),
  ];
  return [...inline, ...words.filter((one) => one.length > 0).map((one) => ({ kind: "command" as const, words: one }))];
}

/** Where the command may begin that is started. */
function commandPlaces(launcher: Launcher, args: readonly string[]): readonly number[] {
  const { phrases, skip = 0 } = launcher;
  return [...new Set(phrases.flatMap((phrase) => afterPhrase(launcher, args, phrase === "" ? [] : phrase.split(" "), skip, 0)))];
}

/** Options may stand between the words of a phrase, and before the command. */
function afterPhrase(
  launcher: Launcher,
  args: readonly string[],
  phrase: readonly string[],
  skip: number,
  from: number,
): readonly number[] {
  const places = plainWords(args, launcher, from);
  const [word, ...others] = phrase;
  if (word !== undefined)
    return places.flatMap((place) => (args[place] === word ? afterPhrase(launcher, args, others, skip, place + 1) : []));
  if (skip > 0) return places.flatMap((place) => afterPhrase(launcher, args, [], skip - 1, place + 1));
  return places.flatMap((place) =>
    /^[A-Za-z_][A-Za-z0-9_]*=/.test(args[place] ?? "") ? afterPhrase(launcher, args, [], 0, place + 1) : [place],
  );
}

/** An option of the launcher's own that takes a program as text, or names one to run. */
function ownText(launcher: Launcher, args: readonly string[], places: readonly number[]): string | undefined {
  const { inline, always, everywhere, phrases } = launcher;
  const end = args.indexOf("--");
  const whole = end === -1 ? args : args.slice(0, end);
  const own = everywhere === true ? whole : whole.slice(0, places.at(-1));
  const first = plainWords(args, launcher).map((place) => args[place]);
  const starts = phrases.some((phrase) => phrase === "" || first.includes(phrase.split(" ")[0]));
  return own.find((word) => always?.test(word) === true || (starts && inline?.test(word) === true));
}

/** `uv run -m timeit CODE`: the module is Python's. */
function moduleOf(option: RegExp, args: readonly string[], end: number | undefined): readonly (readonly string[])[] {
  return args.slice(0, end).flatMap((word, index) => {
    const found = option.exec(word);
    if (found === null) return [];
    const joined = found[1];
    return [["python", "-m", ...(joined === undefined ? [] : [joined]), ...args.slice(index + 1)]];
  });
}

/** `env -S "bash -c x"`: one text that env takes apart itself, with the words after it. */
function splitStrings(args: readonly string[]): readonly (readonly string[])[] {
  const form = { valued: ["-u", "-C"], phrases: [""] };
  return args.flatMap((word, index) => {
    const joined = /^(?:-[a-zA-RT-Z]*S|--split-string=)([\s\S]+)$/.exec(word)?.[1];
    const isAlone = /^(?:-[a-zA-RT-Z]*S|--split-string)$/.test(word);
    const text = joined ?? (isAlone ? args[index + 1] : undefined);
    if (text === undefined) return [];
    const all = [...text.trim().split(/\s+/), ...args.slice(index + (isAlone ? 2 : 1))];
    return commandPlaces(form, all).map((place) => all.slice(place));
  });
}
