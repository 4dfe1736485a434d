import { offset, ranOut } from "../reader/context.ts";
import type { Context } from "../reader/context.ts";
import type { TaggedArgsSyntax } from "../format.ts";
import { escapeText } from "../value/scanner.ts";
import { isSpace, literal, literalNow, rewind, run, runNow, skipSpace, skipSpaceNow } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";
import { readTaggedValue, readTaggedValueNow, valueRules } from "./tagged-value.ts";
import type { TaggedValueRules } from "./tagged-value.ts";

/** Types are looked up in the schema down to this depth; deeper values are text. */
const typedDepth = 64;

/** A place in the arguments, known from its first occurrence on: what is the same for all items of an array. */
interface Place {
  readonly path: readonly string[] | undefined;
  readonly types: ReadonlySet<string> | undefined;
  /** What closes the element, the literals that may follow inside it, and how it begins as a member. */
  readonly close: string;
  readonly inside: readonly string[];
  readonly member: string;
  readonly members: Map<string, Place>;
  item: Place | undefined;
}

interface Frame {
  readonly array: boolean;
  readonly place: Place;
  first: boolean;
}

/** One reading of arguments: what it takes, what it is inside of, and the text not yet sent. */
interface TreeReader {
  readonly ctx: Context;
  readonly rules: TaggedValueRules;
  readonly tool: string;
  readonly item: string;
  /** How a tag of the namespace begins, and a closing and an opening one. */
  readonly tag: string;
  readonly tags: readonly string[];
  readonly stack: Frame[];
  text: string;
}

const tagEnd = [">"] as const;

function endsTag(code: number): boolean {
  return code === 60 || code === 62 || code === 34;
}

function isNoSpace(code: number): boolean {
  return !isSpace(code);
}

function isTagName(key: string): boolean {
  return key !== "" && !key.startsWith("/") && !/\s/u.test(key);
}

function childPath({ path }: Place, key: string): readonly string[] | undefined {
  return path === undefined || path.length >= typedDepth ? undefined : [...path, key];
}

function newPlace({ ctx, tool, tag }: TreeReader, path: Place["path"], key: string, member: string): Place {
  const close = `${tag}/${key}>`;
  const types = path === undefined ? undefined : ctx.typeOf(tool, path);
  return { path, types, close, inside: [close, tag], member, members: new Map(), item: undefined };
}

/** The place of a child; undefined when an element of this name cannot be. */
function placeOf(reader: TreeReader, { array, place }: Frame, key: string): Place | undefined {
  if (array) return key === reader.item ? (place.item ??= newPlace(reader, childPath(place, "[]"), key, "")) : undefined;
  const known = place.members.get(key);
  if (known !== undefined) return known;
  if (!isTagName(key)) return undefined;
  const found = newPlace(reader, childPath(place, key), key, `"${escapeText(key)}":`);
  place.members.set(key, found);
  return found;
}

/** What the element holds: child tags (the first one's name), nothing, or text. */
function* contentOf({ ctx, tags }: TreeReader): Task<string | undefined> {
  const { w } = ctx;
  const mark = offset(ctx);
  yield* run(w, isNoSpace);
  const found = yield* literal(w, tags);
  const child = found === 1 ? yield* run(w, endsTag) : undefined;
  rewind(w, mark);
  return child;
}

/** Like `contentOf`, without waiting; null when that cannot be told yet. */
function contentNow({ ctx, tags }: TreeReader): string | undefined | null {
  const { w } = ctx;
  const start = w.pos;
  let child: string | undefined | null = null;
  if (skipSpaceNow(w)) {
    const found = literalNow(w, tags);
    if (found !== undefined) child = found === 1 ? (runNow(w, endsTag) ?? null) : undefined;
  }
  w.pos = start;
  return child;
}

function* readChild(reader: TreeReader, frame: Frame, place: Place): Task<boolean> {
  const { ctx, rules } = reader;
  const { types, close } = place;
  const before = reader.text;
  const comma = frame.first ? "" : ",";
  const lead = (): string => before + comma + place.member;
  reader.text = "";
  frame.first = false;
  const now = contentNow(reader);
  const child = now === null ? yield* contentOf(reader) : now;
  if (child !== undefined) {
    const object = types?.has("object") === true && !types.has("array");
    const array = child === reader.item && !object;
    reader.stack.push({ array, place, first: true });
    reader.text = `${lead()}${array ? "[" : "{"}`;
    return true;
  }
  const container =
    types?.has("string") === true ? undefined : types?.has("object") ? "{}" : types?.has("array") ? "[]" : undefined;
  if (container !== undefined && (yield* literal(ctx.w, [close])) === 0) {
    reader.text = lead() + container;
    return true;
  }
  if (readTaggedValueNow(ctx, rules, close, types, [before, comma, place.member])) return true;
  return yield* readTaggedValue(ctx, rules, close, types, lead());
}

/**
 * Reads arguments whose keys are tag names: child tags are members, repeated item tags an array, anything else a leaf that
 * runs to its own closing tag. The depth is not limited.
 */
export function* readTaggedTree(
  ctx: Context,
  syntax: TaggedArgsSyntax,
  tree: NonNullable<TaggedArgsSyntax["tree"]>,
  tool: string,
): Task<Reading> {
  const { w, sink } = ctx;
  const rules = valueRules(syntax);
  const tag = `${tree.namespace}<`;
  const root: Place = {
    path: [],
    types: undefined,
    close: syntax.callClose,
    inside: [syntax.callClose, tag],
    member: "",
    members: new Map(),
    item: undefined,
  };
  const stack: Frame[] = [{ array: false, place: root, first: true }];
  const reader: TreeReader = { ctx, rules, tool, item: tree.item, tag, tags: [`${tag}/`, tag], stack, text: "{" };

  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return delivered;
    const { inside } = frame.place;
    if (!skipSpaceNow(w)) yield* skipSpace(w);
    const next = literalNow(w, inside) ?? (yield* literal(w, inside));
    if (next < 0) return ranOut(w, inside) ? cut : bad("text between the tags of an argument");
    if (next === 0) {
      stack.pop();
      reader.text += frame.array ? "]" : "}";
      if (stack.length === 0) sink.callArgs(reader.text, offset(ctx));
      continue;
    }
    const key = runNow(w, endsTag) ?? (yield* run(w, endsTag));
    if ((literalNow(w, tagEnd) ?? (yield* literal(w, tagEnd))) < 0) return ranOut(w, tagEnd) ? cut : bad("a tag is not readable");
    const place = placeOf(reader, frame, key);
    if (place === undefined) {
      if (isTagName(key)) return bad("an array holds something that is not an item");
      return bad(key.startsWith("/") ? "a closing tag closes nothing" : "a tag has no name");
    }
    if (!(yield* readChild(reader, frame, place))) return cut;
  }
}
