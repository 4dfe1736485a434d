import type { BodyEngine, Context } from "./reader/context.ts";
import { createHeaderArgsEngine } from "./engine/header-args.ts";
import { createJsonEnvelopeEngine } from "./engine/json-envelope.ts";
import { createPythonicEngine } from "./engine/pythonic.ts";
import { createTaggedArgsEngine } from "./engine/tagged-args.ts";
import type { ToolCallFormat } from "./format.ts";
import { createPushParser, type ParserOptions, type Readers, type ToolCallParser } from "./push-parser.ts";
import { readHeadedMessages, startOfHeaded } from "./reader/headed.ts";

export type { ParserOptions, ToolCallParser } from "./push-parser.ts";

function createEngine(ctx: Context, format: ToolCallFormat): BodyEngine {
  switch (format.engine) {
    case "json-envelope":
      return createJsonEnvelopeEngine(ctx, format.syntax);
    case "header-args":
      return createHeaderArgsEngine(ctx, format.syntax);
    case "tagged-args":
      return createTaggedArgsEngine(ctx, format.syntax);
    default:
      return createPythonicEngine(ctx, format.syntax);
  }
}

const allReaders: Readers = { engine: createEngine, headed: { startOf: startOfHeaded, read: readHeadedMessages } };

/** Creates a parser for one message in any format. Batch parsing is one `feed` and `end`. */
export function createToolCallParser(format: ToolCallFormat, options: ParserOptions = {}): ToolCallParser {
  return createPushParser(format, options, allReaders);
}
