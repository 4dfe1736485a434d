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
export function innerCommands(name: string, given: readonly string[]): readonly Inner[] {
  const { words: args, fromEnvironment } = name === "env" ? takenApart(given) : { words: given };
  const launcher = Object.hasOwn(launchers, name) ? launchers[name] : undefined;
  const places = launcher === undefined ? [] : commandPlaces(launcher, args);
  const flag =
    fromEnvironment ??
    inlineProgram(name, args) ??
    (launcher === undefined ? undefined : ownText(launcher, args, places)) ??
    textBehind(given);
  const inline: Inner[] = flag === undefined ? [] : [{ kind: "program", flag }];
  const words = [
    ...places.map((place) => withoutPrefix(launcher?.prefix, args.slice(place))),
    ...(launcher?.module === undefined ? [] : moduleOf(launcher.module, args, places.at(-1))),
  ];
  return [...inline, ...words.filter((one) => one.length > 0).map((one) => ({ kind: "command" as const, words: one }))];
}

/** Where the command may begin that is started. Where one may follow at once, a word that one has to follow is none. */
function commandPlaces(launcher: Launcher, args: readonly string[]): readonly number[] {
  const { phrases } = launcher;
  const leading = phrases.filter((phrase) => phrase !== "");
  const places = phrases.flatMap((phrase) =>
    phrase === ""
      ? afterPhrase(launcher, args, [], 0).filter((place) => !leading.includes(args[place] ?? ""))
      : afterPhrase(launcher, args, phrase.split(" "), 0),
  );
  return [...new Set(places)];
}

/** Options may stand between the words of a phrase, and before the command. */
function afterPhrase(launcher: Launcher, args: readonly string[], phrase: readonly string[], from: number): readonly number[] {
  const places = plainWords(args, launcher, from);
  const [word, ...others] = phrase;
  if (word !== undefined)
    return places.flatMap((place) =>
      word === "*" || args[place] === word ? afterPhrase(launcher, args, others, place + 1) : [],
    );
  const behind = launcher.divided === true ? args.indexOf("--", from) : -1;
  const all = behind === -1 ? places : [...places, behind + 1];
  return all.flatMap((place) =>
    /^[A-Za-z_][A-Za-z0-9_]*=/.test(args[place] ?? "") ? afterPhrase(launcher, args, [], place + 1) : [place],
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
    const [, joined = ""] = found;
    return [["python", "-m", ...(joined === "" ? [] : [joined]), ...args.slice(index + 1)]];
  });
}

/** The words of a command whose first one holds more than the command: `hatch run test:bash`. */
function withoutPrefix(prefix: RegExp | undefined, words: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  return prefix === undefined || first === undefined ? words : [first.replace(prefix, ""), ...others];
}

/** Options of env with a text to take apart, within their word or in the next one; one with the next word as its value; and any other. */
const splitOption = /^(?:-[iv0]*S|--s[a-z-]*(?:=|$))(.*)$/s;
const valuedOption = /^(?:-[iv0]*[uCaPLU]|--[uca][a-z0-9-]*)$/;
const anyOption = /^-(?!-$)/;
/** A variable in such a text; other forms are errors to env. */
const variable = /\$\{[A-Za-z_]\w*\}/;

/**
 * `env -S "bash -c x"`: a text that env takes apart itself, in front of its command. A lone dash there is an option of it as well. Options
 * with a value are left out, for the value may look like an option. Such a text may also name variables that env puts in: nobody can say
 * before what it starts then.
 */
function takenApart(args: readonly string[]): { readonly words: readonly string[]; readonly fromEnvironment?: string } {
  const front: string[] = [];
  const rest = args.toReversed();
  let fromEnvironment: string | undefined;
  for (let word = rest.pop(); word !== undefined; word = rest.pop()) {
    const [, joined] = splitOption.exec(word) ?? [];
    if (joined !== undefined) {
      const text = joined === "" ? (rest.pop() ?? "") : joined;
      fromEnvironment ??= variable.exec(text)?.[0];
      for (const one of wordsOf(text).toReversed()) rest.push(one);
    } else if (!anyOption.test(word)) {
      front.push(word, ...rest.toReversed());
      break;
    } else if (valuedOption.test(word)) rest.pop();
    else if (word !== "-") front.push(word);
  }
  return { words: front, ...(fromEnvironment === undefined ? {} : { fromEnvironment }) };
}

/** The words of a text as env reads it: quotes hold blanks and go away, some letters behind a backslash are blanks, `#` begins a comment. */
function wordsOf(text: string): readonly string[] {
  const blanks = text.replaceAll(/\\[_fnrtv]/g, " ").replace(/\\c.*/s, "");
  const words = blanks.match(/(?:(['"])(?:\\.|(?!\1)[^\\])*\1|\\.|[^\s'"\\])+/gs) ?? [];
  const comment = words.findIndex((word) => word.startsWith("#"));
  return words.slice(0, comment === -1 ? undefined : comment).map((word) => word.replaceAll(/\\(.)|['"]/gs, "$1"));
}
