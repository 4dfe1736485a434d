import { createContext } from "./reader/context.ts";
import type { BodyEngine, Context } from "./reader/context.ts";
import type { ParserEvent } from "./event.ts";
import type { ToolCallFormat } from "./format.ts";
import type { readHeadedMessages, startOfHeaded } from "./reader/headed.ts";
import { readMessage } from "./reader/message.ts";
import type { createTypeLookup } from "./parameter-types.ts";
import type { ParserPolicy } from "./policy.ts";
import { applyPolicy } from "./policy.ts";
import { createPlainRun } from "./reader/plain-run.ts";
import { createSink, type KnownTools } from "./reader/sink.ts";
import type { createTokenInput, TokenInput } from "./reader/token-input.ts";
import { toolSchema } from "./tool-schema.ts";
import { createWindow, extend, type Task } from "./window/window.ts";

/** What may be said about one message to be parsed. */
export interface ParserOptions {
  /** Tools of the request, in OpenAI's, the bare, or MCP's form: types of tagged values, and which names are known. */
  readonly tools?: readonly unknown[];
  /** The end of the prompt that the model goes on from; it decides whether the output starts inside reasoning. */
  readonly prefix?: string;
  /** Where the text of an unreadable or cut call goes: back into the content, or only into the diagnostic. */
  readonly unparsed?: "text" | "withhold";
  /** Switches that replace those of the format. */
  readonly policy?: ParserPolicy;
  /** Also report the gaps: markers and layout, so that the spans of all events cover the input. */
  readonly markup?: boolean;
}

/** A push parser for one message. It never throws, whatever is fed to it. */
export interface ToolCallParser {
  /**
   * Takes the next piece of the model's output. With `tokenIds` (the ids of the tokens in this piece), markers that have an
   * id in the format only count where the id is among them, and an id whose text is missing counts all the same.
   */
  feed(chunk: string, tokenIds?: readonly number[]): readonly ParserEvent[];
  /** Like `feed`, for UTF-8 bytes; a character may be cut anywhere, invalid bytes become U+FFFD. */
  feedBytes(bytes: Uint8Array): readonly ParserEvent[];
  /** Ends the input and returns what was held back. A second call returns nothing. */
  end(): readonly ParserEvent[];
  /** Characters looked at so far, with every second look counted: a measure of work that needs no clock. */
  examined(): number;
}

/** What reads a format beyond what reads all of them. */
export type Readers = {
  readonly engine: (ctx: Context, format: ToolCallFormat) => BodyEngine;
  /** What splits messages with headers; left out where the format has none. */
  readonly headed?: { readonly startOf: typeof startOfHeaded; readonly read: typeof readHeadedMessages };
  /** What looks the types of parameters up in the tools of a request; left out where values say themselves what they are. */
  readonly types?: typeof createTypeLookup;
  /** What brings token ids into the text; left out where none is known of the format. */
  readonly tokens?: typeof createTokenInput;
};

const noEvents: readonly ParserEvent[] = [];
const unknownType = (): undefined => undefined;

/** Whether a prompt that ends like this leaves the model inside reasoning: its last reasoning marker is an opener. */
function endsInReasoning(format: ToolCallFormat, prefix: string): boolean {
  const last = (markers: readonly string[]): number => Math.max(-1, ...markers.map((marker) => prefix.lastIndexOf(marker)));
  if (format.reasoning === null || prefix === "") return false;
  return last(format.reasoning.open) > last(format.reasoning.close);
}

/** The names of tools. Few are asked for, so that none are gathered. */
function namesOf(tools: readonly unknown[] | undefined): KnownTools | undefined {
  return tools && { has: (name) => tools.some((tool) => toolSchema(tool)?.name === name) };
}

function taskOf(ctx: Context, engine: BodyEngine, headed: Readers["headed"], startsInReasoning: boolean): Task<void> {
  const router = headed?.startOf(ctx.format);
  return headed === undefined || router === undefined
    ? readMessage(ctx, engine, startsInReasoning)
    : headed.read(ctx, engine, router, startsInReasoning);
}

/** Creates a parser for one message in a format, of what reads this format. Batch parsing is one `feed` and `end`. */
export function createPushParser(given: ToolCallFormat, options: ParserOptions, readers: Readers): ToolCallParser {
  const format = applyPolicy(given, options.policy);
  const w = createWindow();
  const sink = createSink(options.markup === true, namesOf(options.tools));
  const ctx = createContext({
    w,
    sink,
    format,
    unparsed: options.unparsed ?? "text",
    typeOf: readers.types?.(options.tools) ?? unknownType,
  });
  const engine = readers.engine(ctx, format);
  const task = taskOf(ctx, engine, readers.headed, endsInReasoning(format, options.prefix ?? ""));
  // Made when ids come: most input has none.
  let tokens: TokenInput | undefined;
  const run = createPlainRun(w, sink);
  let over = false;
  let pendingHigh = "";
  let decoder: InstanceType<typeof TextDecoder> | undefined;

  const advance = (): void => {
    if (w.hot !== undefined && !w.hot()) return;
    if (task.next().done === true) finish();
  };

  const finish = (): void => {
    over = true;
    sink.finish(w.base + w.buf.length);
  };

  const drain = (): readonly ParserEvent[] => (tokens?.active() === true ? tokens.mapSpans(sink.drain()) : sink.drain());

  const take = (chunk: string): readonly ParserEvent[] => {
    extend(w, chunk);
    advance();
    if (w.plain !== undefined && pendingHigh === "" && tokens?.active() !== true) run.open();
    return drain();
  };

  const feed = (chunk: string, tokenIds?: readonly number[]): readonly ParserEvent[] => {
    if (tokenIds === undefined) {
      const events = run.take(chunk);
      if (events !== undefined) return events;
    }
    if (over) return noEvents;
    run.close();
    let text = pendingHigh === "" ? chunk : pendingHigh + chunk;
    if (tokenIds !== undefined) tokens ??= readers.tokens?.(format.tokens);
    if (tokenIds !== undefined && tokens !== undefined) {
      text = tokens.take(text, tokenIds, w.base + w.buf.length);
      if (tokens.active()) ctx.guard = tokens.guard;
    }
    if (text === "") return noEvents;
    const last = text.charCodeAt(text.length - 1);
    pendingHigh = "";
    if (last >= 0xd800 && last <= 0xdbff) {
      pendingHigh = text.slice(-1);
      text = text.slice(0, -1);
      if (text === "") return noEvents;
    }
    return take(text);
  };

  const end = (): readonly ParserEvent[] => {
    if (over) return noEvents;
    run.close();
    const tail = decoder === undefined ? "" : decoder.decode();
    w.final = true;
    extend(w, pendingHigh + tail);
    pendingHigh = "";
    advance();
    if (!over) finish();
    return drain();
  };

  return {
    feed,
    feedBytes: (bytes) => {
      decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
      return feed(decoder.decode(bytes, { stream: true }));
    },
    end,
    examined: () => w.examined,
  };
}
