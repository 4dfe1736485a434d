import type { Context } from "../reader/context.ts";
import { offset } from "../reader/context.ts";
import type { JsonEnvelopeSyntax } from "../format.ts";
import { isCallName } from "../reader/name.ts";
import { decodeArguments } from "../value/decode-arguments.ts";
import type { ValueScanner } from "../value/scanner.ts";
import { drive, peek, skipSpace } from "../window/window.ts";
import type { Task } from "../window/window.ts";
import { bad, cut, delivered } from "../reader/reading.ts";
import type { Reading } from "../reader/reading.ts";

/** Reads one value as a whole and returns its JSON text; undefined when it is cut off or unreadable. */
function* readWhole(ctx: Context, scanner: ValueScanner): Task<string | undefined> {
  let text = "";
  scanner.begin();
  yield* drive(ctx.w, () => {
    const over = scanner.run();
    text += scanner.take();
    return over;
  });
  return scanner.status === "done" ? text : undefined;
}

interface Draft {
  name: string | undefined;
  id: string | undefined;
  /** Text of the arguments, as far as it has been read and not been sent; undefined before there are any. */
  args: string | undefined;
  started: boolean;
  /** The arguments are sent as they come. */
  sent: boolean;
}

/** What the functions that read objects of a format work with. */
interface ObjectReader {
  readonly ctx: Context;
  readonly syntax: JsonEnvelopeSyntax;
  readonly scanner: ValueScanner;
}

function start(ctx: Context, draft: Draft): void {
  if (draft.started || draft.name === undefined) return;
  draft.started = true;
  ctx.sink.callStart(draft.name, draft.id, offset(ctx));
}

/** A later member of the same role wins: what was sent for the earlier one is taken back. */
function restart(ctx: Context, draft: Draft): void {
  if (!draft.started) return;
  const { w, sink } = ctx;
  if (draft.sent) draft.args = sink.sentArguments();
  sink.callAbort("a later member replaces this one", w.keptFrom, offset(ctx));
  draft.started = false;
  draft.sent = false;
}

function* streamArguments({ ctx, scanner }: ObjectReader, draft: Draft): Task<boolean> {
  const { w, sink } = ctx;
  draft.args = "";
  draft.sent = draft.started;
  scanner.begin();
  yield* drive(
    w,
    () => {
      const over = scanner.run();
      const piece = scanner.take();
      if (draft.sent) sink.callArgs(piece, w.base + w.pos);
      else draft.args += piece;
      return over;
    },
    () => draft.sent && scanner.inText(),
  );
  return scanner.status === "done";
}

function* readArguments(reader: ObjectReader, draft: Draft): Task<Reading | undefined> {
  const { ctx, scanner } = reader;
  if (draft.args !== undefined) {
    restart(ctx, draft);
    start(ctx, draft);
  }
  if ((yield* peek(ctx.w)) === 123) {
    if (yield* streamArguments(reader, draft)) return undefined;
  } else {
    const text = yield* readWhole(ctx, scanner);
    if (text !== undefined) {
      draft.args = decodeArguments(text);
      draft.sent = false;
      return draft.args === undefined ? bad("the arguments are not an object") : undefined;
    }
  }
  return scanner.status === "cut" ? cut : bad("the arguments are not readable");
}

function setName(ctx: Context, draft: Draft, name: string): Reading | undefined {
  if (!isCallName(name.trim())) return bad("this name cannot be one of a tool");
  restart(ctx, draft);
  draft.name = name.trim();
  start(ctx, draft);
  return undefined;
}

function* readMember(reader: ObjectReader, draft: Draft, key: string): Task<Reading | undefined> {
  const { ctx, syntax, scanner } = reader;
  if (syntax.nameIsKey === true) {
    if (draft.name !== undefined) return bad("more than one name");
    return setName(ctx, draft, key) ?? (yield* readArguments(reader, draft));
  }
  if (syntax.argumentKeys.includes(key)) return yield* readArguments(reader, draft);
  const text = yield* readWhole(ctx, scanner);
  if (text === undefined) return scanner.status === "cut" ? cut : bad("a member is not readable");
  const isText = text.startsWith('"');
  if (syntax.nameKeys.includes(key))
    return isText ? setName(ctx, draft, JSON.parse(text) as string) : bad("the name is not text");
  if (key === syntax.idKey && isText) draft.id = JSON.parse(text) as string;
  return undefined;
}

function finish(ctx: Context, draft: Draft): Reading {
  if (draft.name === undefined) return bad("no name");
  start(ctx, draft);
  if (!draft.sent) ctx.sink.callArgs(draft.args ?? "{}", offset(ctx));
  ctx.sink.callEnd(offset(ctx), draft.id);
  return delivered;
}

function* read(reader: ObjectReader): Task<Reading> {
  const { ctx, syntax, scanner } = reader;
  const { w } = ctx;
  const draft: Draft = { name: undefined, id: undefined, args: undefined, started: false, sent: false };
  w.pos += 1;
  for (let first = true; ; first = false) {
    yield* skipSpace(w);
    const code = yield* peek(w);
    if (code < 0) return cut;
    if (code === 125 && first) {
      w.pos += 1;
      return finish(ctx, draft);
    }
    if (code !== 34 && !(code === 39 && syntax.values === "python")) return bad("a member name is missing");
    const key = yield* readWhole(ctx, scanner);
    if (key === undefined) return scanner.status === "cut" ? cut : bad("a member name is not readable");
    yield* skipSpace(w);
    const colon = yield* peek(w);
    if (colon !== 58) return colon < 0 ? cut : bad("a colon is missing");
    w.pos += 1;
    yield* skipSpace(w);
    if ((yield* peek(w)) < 0) return cut;
    const failed = yield* readMember(reader, draft, JSON.parse(key) as string);
    if (failed !== undefined) return failed;
    yield* skipSpace(w);
    const next = yield* peek(w);
    if (next !== 44 && next !== 125) return next < 0 ? cut : bad("a comma or a closing brace is missing");
    w.pos += 1;
    if (next === 125) return finish(ctx, draft);
  }
}

/** Reads objects that hold name and arguments. The window stands at the opening brace. */
export function createEnvelopeReader(ctx: Context, syntax: JsonEnvelopeSyntax, scanner: ValueScanner): () => Task<Reading> {
  const reader: ObjectReader = { ctx, syntax, scanner };
  return () => read(reader);
}
