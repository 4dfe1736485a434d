import { offset, ranOut } from "../context.ts";
import type { Context } from "../context.ts";
import type { TaggedArgsSyntax } from "../format.ts";
import { escapeText } from "../value/scanner.ts";
import { isSpace, literal, rewind, run, skipSpace } from "../window.ts";
import type { Task } from "../window.ts";
import { bad, cut, delivered } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { readTaggedValue, valueRules } from "./tagged-value.ts";

/** Types are looked up in the schema down to this depth; deeper values are text. */
const typedDepth = 64;

interface Frame {
  readonly array: boolean;
  readonly close: string;
  readonly path: readonly string[] | undefined;
  first: boolean;
}

function endsTag(code: number): boolean {
  return code === 60 || code === 62 || code === 34;
}

function childPath(frame: Frame, key: string): readonly string[] | undefined {
  if (frame.path === undefined || frame.path.length >= typedDepth) return undefined;
  return [...frame.path, frame.array ? "[]" : key];
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
  const stack: Frame[] = [{ array: false, close: syntax.callClose, path: [], first: true }];
  let text = "{";

  /** What the element holds: child tags (the first one's name), nothing, or text. */
  function* contentOf(): Task<string | undefined> {
    const mark = offset(ctx);
    yield* run(w, (code) => !isSpace(code));
    const found = yield* literal(w, [`${tag}/`, tag]);
    const child = found === 1 ? yield* run(w, endsTag) : undefined;
    rewind(w, mark);
    return child;
  }

  function* readChild(frame: Frame, key: string): Task<boolean> {
    const path = childPath(frame, key);
    const types = path === undefined ? undefined : ctx.typeOf(tool, path);
    const close = `${tag}/${key}>`;
    const lead = `${text}${frame.first ? "" : ","}${frame.array ? "" : `"${escapeText(key)}":`}`;
    text = "";
    frame.first = false;
    const child = yield* contentOf();
    if (child !== undefined) {
      const object = types?.has("object") === true && !types.has("array");
      const array = child === tree.item && !object;
      stack.push({ array, close, path, first: true });
      text = `${lead}${array ? "[" : "{"}`;
      return true;
    }
    const container =
      types?.has("string") === true ? undefined : types?.has("object") ? "{}" : types?.has("array") ? "[]" : undefined;
    if (container !== undefined && (yield* literal(w, [close])) === 0) {
      text = lead + container;
      return true;
    }
    return yield* readTaggedValue(ctx, rules, close, types, lead);
  }

  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) return delivered;
    yield* skipSpace(w);
    const next = yield* literal(w, [frame.close, tag]);
    if (next < 0) return ranOut(w, [frame.close, tag]) ? cut : bad("text between the tags of an argument");
    if (next === 0) {
      stack.pop();
      text += frame.array ? "]" : "}";
      if (stack.length === 0) sink.callArgs(text, offset(ctx));
      continue;
    }
    const key = yield* run(w, endsTag);
    if ((yield* literal(w, [">"])) < 0) return ranOut(w, [">"]) ? cut : bad("a tag is not readable");
    if (key === "" || key.startsWith("/") || /\s/u.test(key)) return bad("a closing tag closes nothing");
    if (frame.array && key !== tree.item) return bad("an array holds something that is no item");
    if (!(yield* readChild(frame, key))) return cut;
  }
}
