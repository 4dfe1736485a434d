import { withoutEnd } from "../base/without-end.ts";

/** Longer than this neither a pattern is read nor a text is made. */
const maxLength = 400;

/** How often what may come again without end is repeated for the sake of a text's least length. */
const maxExtra = 64;

/** Thrown inside only: the pattern has something in it that is not read here. */
class Unread extends Error {}

/**
 * A short text that matches a regular expression (ECMA-262, as `pattern` of JSON Schema has it), by construction: the pattern is never
 * run, so that none of a stranger's can take its time. Undefined where the pattern has more than literals, classes, groups,
 * alternatives, quantifiers and anchors at its ends, or where no text of `least` to `most` characters comes of it.
 */
export function samplePattern(pattern: string, least = 0, most = maxLength): string | undefined {
  if (pattern.length > maxLength) return undefined;
  for (let extra = 0; extra <= maxExtra; extra += 1) {
    const text = textFor(pattern, extra);
    if (text === undefined || text.length > Math.min(most, maxLength)) return undefined;
    if (text.length >= least) return text;
  }
  return undefined;
}

/** A pattern without what only says that it begins and ends there. */
function unanchored(pattern: string): string {
  const begun = pattern.replace(/^\^/, "");
  const last = begun.length - 1;
  const isEscaped = (last - withoutEnd(begun.slice(0, -1), "\\").length) % 2 === 1;
  return begun.endsWith("$") && !isEscaped ? begun.slice(0, last) : begun;
}

function textFor(pattern: string, extra: number): string | undefined {
  try {
    const reader = new PatternReader(unanchored(pattern), extra);
    const text = reader.alternatives();
    return reader.isDone() ? text : undefined;
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

/** Reads a pattern from left to right and makes the text of its first alternatives. */
class PatternReader {
  #at = 0;
  readonly #pattern: string;
  readonly #extra: number;

  constructor(pattern: string, extra: number) {
    this.#pattern = pattern;
    this.#extra = extra;
  }

  isDone = (): boolean => this.#at === this.#pattern.length;

  alternatives(): string {
    const first = this.#sequence();
    // The others are read all the same: what is not understood in one of them may end elsewhere than it seems.
    while (this.#take("|")) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = "";
    while (!this.isDone() && !this.#sees("|") && !this.#sees(")")) {
      const atom = this.#atom();
      text += atom.repeat(this.#times());
      if (text.length > maxLength) throw new Unread();
    }
    return text;
  }

  #atom(): string {
    const char = this.#next();
    if (char === "(") return this.#group();
    if (char === "[") return this.#class();
    if (char === "\\") return oneOf(escaped(this.#next()));
    if (char === ".") return "x";
    if ("^$*+?{}".includes(char)) throw new Unread();
    return char;
  }

  #group(): string {
    if (this.#take("?") && !this.#take(":")) throw new Unread();
    const text = this.alternatives();
    if (!this.#take(")")) throw new Unread();
    return text;
  }

  #class(): string {
    const negated = this.#take("^");
    const members: string[] = [];
    while (!this.#take("]")) {
      const from = this.#member();
      if (from.length === 1 && this.#sees("-") && this.#pattern[this.#at + 1] !== "]") {
        this.#next();
        members.push(...between(from[0] ?? "", this.#member()[0] ?? ""));
      } else members.push(...from);
    }
    return oneOf(negated ? usual.filter((char) => !members.includes(char)) : members);
  }

  #member(): readonly string[] {
    const char = this.#next();
    return char === "\\" ? escaped(this.#next()) : [char];
  }

  #times(): number {
    const rest = this.#pattern.slice(this.#at);
    const [quantifier, sign, low, open, high] = /^(?:([*+?])|\{(\d{1,3})(?:(,)(\d{0,3}))?\})\??/.exec(rest) ?? [];
    if (quantifier === undefined) return 1;
    this.#at += quantifier.length;
    const least = sign === undefined ? Number(low) : Number(sign === "+");
    const endless = sign === "*" || sign === "+" || (open !== undefined && high === "");
    return least + (endless ? this.#extra : 0);
  }

  #next(): string {
    const char = this.#pattern[this.#at];
    if (char === undefined) throw new Unread();
    this.#at += 1;
    return char;
  }

  #sees = (char: string): boolean => this.#pattern[this.#at] === char;

  #take(char: string): boolean {
    const is = this.#sees(char);
    if (is) this.#at += 1;
    return is;
  }
}

const digits = "1023456789".split("");
const letters = "mcphekabdfgijlnoqrstuvwxyz".split("");
const capitals = letters.map((letter) => letter.toUpperCase());
const words = [...letters, ...capitals, ...digits, "_"];
const others = "-./:@ ".split("");
const usual = [...words, ...others];

/** What the letter after a backslash stands for, those first that are taken first. */
function escaped(letter: string): readonly string[] {
  if (letter === "d") return digits;
  if (letter === "D") return usual.filter((char) => !digits.includes(char));
  if (letter === "w") return words;
  if (letter === "W") return others;
  if (letter === "s") return [" "];
  if (letter === "S") return words;
  // Other letters and digits are references, boundaries, code points and properties.
  if (/[A-Za-z0-9]/.test(letter)) throw new Unread();
  return [letter];
}

function between(from: string, to: string): string[] {
  const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
  if (!(low <= high) || high - low > 0x10_00) throw new Unread();
  const all = Array.from({ length: high - low + 1 }, (_, index) => String.fromCharCode(low + index));
  return [...usual.filter((char) => all.includes(char)), ...all];
}

function oneOf(chars: readonly string[]): string {
  const [first] = chars;
  if (first === undefined) throw new Unread();
  return first;
}
