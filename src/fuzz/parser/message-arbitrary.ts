import * as fc from "fast-check";
import { mostCalls } from "../../toolcall/render/render.ts";
import type { FormatSyntax, ToolCallFormat } from "../../toolcall/format.ts";
import type { LosslessJson } from "../../toolcall/value/lossless.ts";
import { typeOfLossless, writeLossless } from "../../toolcall/value/lossless.ts";

/** A message to be rendered and read back, with the tools that describe its arguments. */
export interface GeneratedMessage {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  readonly tools: readonly unknown[];
}

const lexemes = [
  "0",
  "-0",
  "7",
  "-12",
  "3.50",
  "1e3",
  "9007199254740993",
  "123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
];

function texts(syntax: FormatSyntax): fc.Arbitrary<string> {
  const pieces = fc.oneof(
    fc.constantFrom(
      "a",
      "Z",
      "é",
      "🏯",
      " ",
      "\n",
      "\t",
      '"',
      "'",
      "\\",
      "{",
      "}",
      "[",
      "]",
      "<",
      ">",
      "</",
      "&amp;",
      "``",
      "\u0000",
      "=",
      ",",
      "|",
    ),
    fc.constantFrom(
      "true",
      "12",
      "null",
      "<tool_call>",
      "<think>",
      "</parameter>x",
      "``` ",
      "[TOOL_CALLS]",
      ">>>",
      "<|end|>",
      "name",
    ),
    fc.string({ maxLength: 5 }),
  );
  return fc
    .array(pieces, { maxLength: 6 })
    .map((list) => list.join(""))
    .filter((text) => canSay(syntax, text));
}

/** Whether a text value survives the spelling of a format, which may have no escapes. */
function canSay(format: FormatSyntax, text: string): boolean {
  if (format.engine === "tagged-args") {
    const { argClose, tree, cdata } = format.syntax;
    if (tree !== undefined) return !text.includes(tree.namespace.slice(0, 2)) && !text.endsWith("]");
    if (cdata && (text.includes("]]>") || text.startsWith("<!"))) return false;
    return !`${text}${argClose}`.slice(0, -1).includes(argClose);
  }
  if (format.engine !== "header-args" || format.syntax.values !== "bare") return true;
  const delimiter = format.syntax.stringDelimiter ?? '"';
  const overlaps = `${text}${delimiter}`.indexOf(delimiter) < text.length;
  return !overlaps && !(delimiter + text).slice(1).startsWith(delimiter);
}

function values(format: FormatSyntax): fc.Arbitrary<LosslessJson> {
  const tree = format.engine === "tagged-args" && format.syntax.tree !== undefined;
  const text = texts(format).map((value): LosslessJson => ({ kind: "string", text: value }));
  const number = fc.constantFrom(...lexemes).map((lexeme): LosslessJson => ({ kind: "other", type: "number", lexeme }));
  const boolean = fc.boolean().map((value): LosslessJson => ({ kind: "other", type: "boolean", lexeme: String(value) }));
  const nothing = fc.constant<LosslessJson>({ kind: "other", type: "null", lexeme: "null" });
  const leaf = tree ? fc.oneof(text, number, boolean) : fc.oneof({ weight: 3, arbitrary: text }, number, boolean, nothing);
  const list = (items: fc.Arbitrary<LosslessJson>): fc.Arbitrary<LosslessJson> =>
    fc.array(items, { maxLength: 3 }).map((found): LosslessJson => ({ kind: "array", items: found }));
  const record = (members: fc.Arbitrary<LosslessJson>): fc.Arbitrary<LosslessJson> =>
    fc
      .uniqueArray(fc.tuple(keys, members), { maxLength: 3, selector: ([key]) => key })
      .map((found): LosslessJson => ({ kind: "object", members: found }));
  const lists = tree ? fc.oneof(list(text), list(number), list(boolean)) : list(leaf);
  const inner = fc.oneof(leaf, lists, record(leaf));
  return fc.oneof({ weight: 3, arbitrary: leaf }, lists, record(inner), ...(tree ? [] : [list(inner)]));
}

const keys = fc.oneof(
  fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/),
  fc.constantFrom("__proto__", "constructor", "größe", "name", "arguments"),
);

const names = fc
  .oneof(
    fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,12}$/),
    fc.constantFrom("werkzeug_größe", "get_weather", "検索", "__proto__"),
  )
  .filter((name) => !["all", "user", "self"].includes(name) && !name.endsWith("."));

/** Text of an answer or of reasoning: no markers, no line that looks like the beginning of a call. */
function plainTexts(): fc.Arbitrary<string> {
  const piece = fc.constantFrom("Hello", " ", "\n", "It is", " 12 °C.", "é", "🏯", '"', "\\", " (see) ", "\t", ", ", "!");
  return fc.array(piece, { maxLength: 8 }).map((list) => {
    const text = list.join("").trimStart();
    return text === "" ? "" : `T${text}`;
  });
}

function schemaOf(value: LosslessJson): Record<string, unknown> {
  const type = typeOfLossless(value);
  if (value.kind === "object") {
    const members = value.members.map(([key, member]) => [key, schemaOf(member)] as const);
    return { type, properties: Object.fromEntries(members) };
  }
  if (value.kind === "array") return { type, ...(value.items[0] === undefined ? {} : { items: schemaOf(value.items[0]) }) };
  return { type };
}

function needsLine(format: ToolCallFormat): boolean {
  return format.engine === "json-envelope" && format.syntax.openAtLineStart === true;
}

/** Messages that a format can say. */
export function messages(format: ToolCallFormat): fc.Arbitrary<GeneratedMessage> {
  const args = fc.uniqueArray(fc.tuple(keys, values(format)), { maxLength: 4, selector: ([key]) => key });
  const calls = fc.uniqueArray(fc.tuple(names, args), { maxLength: Math.min(3, mostCalls(format)), selector: ([name]) => name });
  const reasoning = format.reasoning === null ? fc.constant("") : plainTexts().map((text) => text.trim());
  return fc.record({ content: plainTexts(), reasoning, calls }).map((draft) => {
    const described = draft.calls.map(([name, members]) => ({ name, value: { kind: "object", members } as const }));
    const content = draft.content === "" ? "" : draft.content + (needsLine(format) ? "\n" : "");
    return {
      content,
      reasoning: draft.reasoning,
      calls: described.map(({ name, value }) => ({ name, arguments: writeLossless(value) })),
      tools: described.map(({ name, value }) => ({ name, parameters: schemaOf(value) })),
    };
  });
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === "string") {
    if (value.trim() !== "") into.add(value);
  } else if (typeof value === "object" && value !== null) for (const member of Object.values(value)) collectTexts(member, into);
}

const soupPieces: readonly string[] = [
  ...`{ } [ ] " ' \\ ( ) , ; : < > | - \n \u0000`.split(" "),
  " ",
  ..."f 12 null True text é 🏯 a=1 functions.f:0".split(" "),
  '{"name": "f", "arguments": {"a": 1}}',
  '{"name":"f"',
  '"arguments":',
  '{"a":"b"}',
  "f(a='x', b=[1])",
  'a:<|"|>b<|"|>',
  "\n\n",
  "```",
  "```\n",
  "~~~~\n",
  "```json\n",
  "g\n",
  "    ",
  " to=f",
  " to=functions.f",
  "\ud83c",
  "\udfef",
];

/** Markers and pieces of markers of a format among pieces of values, in any order: what no model would write. */
export function markerSoup(format: ToolCallFormat): fc.Arbitrary<string> {
  const markers = new Set<string>();
  collectTexts([format.syntax, format.reasoning, format.contentWrap, format.turnEnd, format.router], markers);
  const marker = fc.constantFrom(...markers);
  const part = fc.tuple(marker, fc.nat(40)).map(([text, length]) => text.slice(0, length));
  const piece = fc.constantFrom(...soupPieces);
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: marker }, part, { weight: 3, arbitrary: piece }), { maxLength: 30 })
    .map((list) => list.join(""));
}

/** A text with some of its pieces left out, doubled, or cut off. */
export function mutations(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(2000),
    length: fc.nat(12),
    kind: fc.constantFrom("drop", "double", "cut", "insert"),
    put: fc.string({ maxLength: 3 }),
  });
  return fc.tuple(text, fc.array(edit, { maxLength: 3 })).map(([start, edits]) => {
    let here = start;
    for (const { at, length, kind, put } of edits) {
      const from = here.length === 0 ? 0 : at % here.length;
      if (kind === "cut") here = here.slice(0, from);
      else if (kind === "drop") here = here.slice(0, from) + here.slice(from + length);
      else here = here.slice(0, from) + (kind === "insert" ? put : here.slice(from, from + length)) + here.slice(from);
    }
    return here;
  });
}
