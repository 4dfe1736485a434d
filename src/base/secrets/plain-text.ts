/**
 * A text in which the usual ways to write a character otherwise are undone, so that what is written differently can be found: `\u002B`
 * and `\/` of JSON, `%2B` of URLs, `&#43;` and `&amp;` of markup, also several times over. Backslashes are dropped altogether.
 */
export function plainText(text: string): string {
  let plain = text;
  for (let round = 0; round < rounds && written.test(plain); round++) {
    const before = plain;
    for (const { sign, pattern, read } of undoings)
      if (plain.includes(sign)) plain = plain.replace(pattern, (whole) => read(whole) ?? whole);
    if (plain === before) break;
  }
  return plain.includes("\\") ? plain.replaceAll("\\", "") : plain;
}

/** The plain form of a text, and for each of its UTF-16 units where in the text what says it begins and ends. */
export type PlainView = { readonly plain: string; readonly begins: Uint32Array; readonly ends: Uint32Array };

/** What `plainText` makes of a text, with the places. Slower: for texts of which it is known that there is something in them. */
export function plainView(text: string): PlainView {
  let view: PlainView = { plain: text, begins: counted(text.length, 0), ends: counted(text.length, 1) };
  for (let round = 0; round < rounds && written.test(view.plain); round++) {
    const before = view.plain;
    for (const undoing of undoings) if (view.plain.includes(undoing.sign)) view = undone(view, undoing);
    if (view.plain === before) break;
  }
  return view.plain.includes("\\") ? undone(view, dropping) : view;
}

function counted(length: number, from: number): Uint32Array {
  const places = new Uint32Array(length);
  for (let index = 0; index < length; index++) places[index] = index + from;
  return places;
}

/** How often something may have been written otherwise: JSON in a string of JSON in a URL. */
const rounds = 3;

const written = /\\u[0-9a-f]|%[0-9a-f]|&[#a-z]/i;

/** A way to write characters otherwise: what is in every such writing, what finds a run of them, what it says, how long each character is. */
type Undoing = {
  readonly sign: string;
  readonly pattern: RegExp;
  /** Undefined for what only looks like it. */
  readonly read: (run: string) => string | undefined;
  readonly width: (character: string, run: string) => number;
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const undoings: readonly Undoing[] = [
  { sign: "\\\\", pattern: /\\{2,}/g, read: () => "\\", width: (_character, run) => run.length },
  {
    sign: "\\u",
    pattern: /(?:\\u[0-9a-f]{4})+/gi,
    read: (run) => JSON.parse(`"${run.toLowerCase()}"`) as string,
    width: (character) => 6 * character.length,
  },
  {
    sign: "%",
    pattern: /(?:%[0-9a-f]{2})+/gi,
    read(run) {
      try {
        return decodeURIComponent(run);
      } catch {
        return undefined;
      }
    },
    width: (character) => 3 * bytesOf(character.codePointAt(0) ?? 0),
  },
  {
    sign: "&",
    pattern: /&(?:#(?:x[0-9a-f]{1,6}|\d{1,7})|amp|lt|gt|quot|apos);/gi,
    read(run) {
      const name = run.slice(1, -1).toLowerCase();
      if (!name.startsWith("#")) return entities[name];
      const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    },
    width: (_character, run) => run.length,
  },
];

/** A backslash belongs to the sign behind it; before a letter it is only in the way. */
const dropping: Undoing = {
  sign: "\\",
  pattern: /\\+[^\w\\]?/gu,
  read: (run) => run.replaceAll("\\", ""),
  width: (_character, run) => run.length,
};

/** How many bytes a code point has in UTF-8. */
function bytesOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

function undone({ plain, begins, ends }: PlainView, { pattern, read, width }: Undoing): PlainView {
  const parts: string[] = [];
  const newBegins = new Uint32Array(plain.length);
  const newEnds = new Uint32Array(plain.length);
  let length = 0;
  let from = 0;
  const keep = (to: number): void => {
    parts.push(plain.slice(from, to));
    newBegins.set(begins.subarray(from, to), length);
    newEnds.set(ends.subarray(from, to), length);
    length += to - from;
  };
  for (const { 0: run, index } of plain.matchAll(pattern)) {
    const said = read(run);
    if (said === undefined) continue;
    keep(index);
    from = index + run.length;
    parts.push(said);
    let at = index;
    for (const character of said) {
      const next = at + width(character, run);
      newBegins.fill(begins[at] ?? 0, length, length + character.length);
      newEnds.fill(ends[next - 1] ?? 0, length, length + character.length);
      length += character.length;
      at = next;
    }
  }
  keep(plain.length);
  return { plain: parts.join(""), begins: newBegins.subarray(0, length), ends: newEnds.subarray(0, length) };
}
