import { falseStart, giveUp, offset, ranOut, settle } from "./context.ts";
import type { BodyEngine, Context } from "./context.ts";
import type { HeadedMessages, ToolCallFormat } from "../format.ts";
import { createMarkerTable } from "./marker-table.ts";
import type { MarkerEntry } from "./marker-table.ts";
import { endsName, isCallName } from "./name.ts";
import { recover } from "./recover.ts";
import type { Recovery } from "./recover.ts";
import { createTextScan } from "./text-scan.ts";
import type { TextScan } from "./text-scan.ts";
import { drive, keep, literal, peek, release, run } from "../window/window.ts";
import type { Task } from "../window/window.ts";

/** A header longer than this is none. */
const longestHeader = 1024;

/** Who a message is for. */
type Route = { readonly to: "text" } | { readonly to: "reasoning" } | { readonly to: "tool"; readonly name: string };

/** What the text at hand belongs to: no message, an answer, reasoning, the rest of a call's message, an ended turn. */
type Place = "gap" | "text" | "reasoning" | "tail" | "over";

/** What the readers of one input share. */
interface HeadedReader {
  readonly ctx: Context;
  readonly engine: BodyEngine;
  readonly router: HeadedMessages;
  readonly recovery: Recovery;
  place: Place;
  /** Text behind a call or the end of the turn, not yet dropped. */
  tail: string;
}

/** The router of a format whose messages have headers, else undefined. */
export function startOfHeaded(format: ToolCallFormat): HeadedMessages | undefined {
  return format.router?.kind === "channels" || format.router?.kind === "recipient" ? format.router : undefined;
}

function wordAt(text: string, from: number): string {
  let end = from;
  while (end < text.length && !endsName(text.charCodeAt(end))) end += 1;
  return text.slice(from, end);
}

/** Channel and recipient decide where a message goes. */
function routeOf(header: string, router: HeadedMessages): Route {
  const mark = router.recipient.trim();
  const at = header.lastIndexOf(mark);
  const recipient = at < 0 ? "" : wordAt(header, at + mark.length);
  const channelAt = router.channel === undefined ? -1 : header.lastIndexOf(router.channel);
  const channel = channelAt < 0 ? "" : wordAt(header, channelAt + (router.channel?.length ?? 0));
  const target = router.kind === "channels" ? channel : recipient;
  if (router.toolPrefix !== null && recipient.startsWith(router.toolPrefix)) {
    return { to: "tool", name: recipient.slice(router.toolPrefix.length) };
  }
  if (router.reasoning.includes(target)) return { to: "reasoning" };
  if (router.toolPrefix !== null || router.text.includes(target) || target === "") return { to: "text" };
  return { to: "tool", name: recipient };
}

/** The scan up to the next header or end of a message; text goes where it belongs. */
function scanOf(reader: HeadedReader): TextScan {
  const { ctx, router } = reader;
  const { w, sink, format } = ctx;
  return createTextScan({
    window: w,
    table: createMarkerTable([
      ...router.open.map((text, index): MarkerEntry => ({ text, kind: "header", index })),
      ...[...router.close, ...format.turnEnd].map((text, index): MarkerEntry => ({ text, kind: "message-close", index })),
    ]),
    output: (text, end) => {
      const { place } = reader;
      if (place === "reasoning") sink.reasoning(text, end);
      else if (place === "tail" || place === "over") reader.tail += text;
      else sink.text(text, end);
    },
    guard: () => ctx.guard,
    lines: undefined,
    fences: false,
  });
}

/** Drops what stood behind a call or the end of the turn, up to `end`. */
function flushTail(reader: HeadedReader, end: number): void {
  const { tail } = reader;
  const { sink } = reader.ctx;
  if (tail === "") return;
  if (tail.trim() !== "")
    sink.diagnostic("trailing-data", "text after a call or the end of the turn", end - tail.length, end, tail);
  sink.skip(end);
  reader.tail = "";
}

/** The header from the end of its opener to the start of the body; undefined when there is none. */
function* readHeader({ ctx, router }: HeadedReader, opener: string): Task<string | undefined> {
  const { w } = ctx;
  let header = opener;
  if (router.body === "\n") {
    header += yield* run(w, endsName);
    return (yield* literal(w, ["\n"])) === 0 ? header : undefined;
  }
  const inside = [
    router.body,
    ...(router.channel === undefined ? [] : [router.channel]),
    ...(router.constrain === undefined ? [] : [router.constrain]),
  ];
  while (header.length < longestHeader) {
    header += yield* run(w, (code) => code === 60 || code === 10);
    if ((yield* peek(w)) !== 60) return undefined;
    const found = yield* literal(w, [...inside, ...router.close]);
    if (found === 0) return header;
    if (found >= inside.length) return undefined;
    if (found < 0) {
      if (ranOut(w, inside)) return undefined;
      w.pos += 1;
    }
    header += found < 0 ? "<" : (inside[found] ?? "");
  }
  return undefined;
}

function leave({ ctx, place }: HeadedReader): void {
  const { w, sink } = ctx;
  if (place === "reasoning") sink.endReasoning(w.keptFrom);
  else if (place !== "tail" && place !== "over") sink.boundary(w.keptFrom);
  ctx.place = "content";
}

function* readTool(reader: HeadedReader, name: string): Task<void> {
  const { ctx, engine, recovery } = reader;
  reader.place = "tail";
  const read = engine.readRouted;
  if (read === undefined) return;
  const reading = yield* read(name);
  if (reading.kind === "call") return settle(ctx);
  reader.place = "gap";
  if (reading.kind === "cut") return giveUp(ctx, "truncated", "the input ends inside a call");
  yield* recover(ctx, recovery, reading.kind === "bad" ? reading.why : "no call");
}

/** Reads a header and, when it is addressed to a tool, the call; `length` characters are text when it is not a header. */
function* readMessage(reader: HeadedReader, opener: string, length: number, implicit: boolean): Task<void> {
  const { ctx, router } = reader;
  const { w, sink } = ctx;
  ctx.place = reader.place === "reasoning" ? "reasoning" : "content";
  const header = yield* readHeader(reader, opener);
  const route = header === undefined ? undefined : routeOf(header, router);
  const named = route === undefined || route.to !== "tool" || isCallName(route.name);
  if (route === undefined && w.final && w.pos >= w.buf.length && !implicit) return truncatedHeader(ctx);
  if (route === undefined || !named || (implicit && route.to === "tool" && router.body === "\n" && (yield* peek(w)) !== 123)) {
    falseStart(ctx, length);
    ctx.place = "content";
    return;
  }
  flushTail(reader, w.keptFrom);
  leave(reader);
  if (route.to === "tool") return yield* readTool(reader, route.name);
  reader.place = route.to;
  sink.skip(offset(ctx));
}

function truncatedHeader(ctx: Context): void {
  giveUp(ctx, "truncated", "the input ends in the header of a message");
}

function* readStart(reader: HeadedReader): Task<void> {
  const { w } = reader.ctx;
  const { router } = reader;
  keep(w);
  if (router.implicitOpen === "line") yield* readMessage(reader, router.recipient, 0, true);
  else {
    const found = yield* literal(w, router.implicitOpen);
    if (found >= 0) yield* readMessage(reader, router.implicitOpen[found] ?? "", 1, false);
  }
  release(w);
}

/** Reads messages that are routed by their headers; only what is addressed to a tool reaches the body engine. */
export function* readHeadedMessages(
  ctx: Context,
  engine: BodyEngine,
  router: HeadedMessages,
  startsInReasoning: boolean,
): Task<void> {
  const { w, sink, format } = ctx;
  const recovery = { closers: router.close, others: router.open };
  const place = startsInReasoning ? "reasoning" : "gap";
  const reader: HeadedReader = { ctx, engine, router, recovery, place, tail: "" };
  const scan = scanOf(reader);
  if (reader.place === "gap") yield* readStart(reader);
  for (;;) {
    yield* drive(w, scan.step);
    const entry = scan.found;
    if (entry === undefined) break;
    if (entry.kind === "header") {
      keep(w);
      w.pos += entry.text.length;
      yield* readMessage(reader, entry.text, entry.text.length, false);
      release(w);
      continue;
    }
    flushTail(reader, offset(ctx));
    if (reader.place === "reasoning") sink.endReasoning(offset(ctx));
    w.pos += entry.text.length;
    sink.boundary(offset(ctx));
    reader.place = format.turnEnd.includes(entry.text) ? "over" : "gap";
  }
  if (reader.place === "reasoning") sink.endReasoning(offset(ctx));
  if (reader.place === "tail" && router.close.length > 0) {
    sink.diagnostic("unclosed", "the closing marker of a message is missing", offset(ctx), offset(ctx));
  }
  flushTail(reader, offset(ctx));
}
