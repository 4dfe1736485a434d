import type { BodyEngine, Context } from "./reader/context.ts";
import { createEnvelopeReader } from "./engine/envelope-object.ts";
import { createHeaderArgsEngine } from "./engine/header-args.ts";
import { createJsonEnvelopeEngine } from "./engine/json-envelope.ts";
import { createPythonicEngine } from "./engine/pythonic.ts";
import { createTaggedArgsEngine } from "./engine/tagged-args.ts";
import { readTaggedTree } from "./engine/tagged-tree.ts";
import type { ToolCallFormat } from "./format.ts";
import { createTypeLookup } from "./parameter-types.ts";
import { createPushParser, type ParserOptions, type Readers, type ToolCallParser } from "./push-parser.ts";
import { readHeadedMessages, startOfHeaded } from "./reader/headed.ts";
import { createTokenInput } from "./reader/token-input.ts";
import { createValueScanner } from "./value/dialects.ts";

export type { ParserOptions, ToolCallParser } from "./push-parser.ts";

function createEngine(ctx: Context, format: ToolCallFormat): BodyEngine {
  switch (format.engine) {
    case "json-envelope":
      return createJsonEnvelopeEngine(ctx, format.syntax, createValueScanner);
    case "header-args":
      return createHeaderArgsEngine(ctx, format.syntax, createValueScanner, createEnvelopeReader);
    case "tagged-args":
      return createTaggedArgsEngine(ctx, format.syntax, readTaggedTree);
    default:
      return createPythonicEngine(ctx, format.syntax);
  }
}

const allReaders: Readers = {
  engine: createEngine,
  headed: { startOf: startOfHeaded, read: readHeadedMessages },
  types: createTypeLookup,
  tokens: createTokenInput,
};

/** Creates a parser for one message in any format. Batch parsing is one `feed` and `end`. */
export function createToolCallParser(format: ToolCallFormat, options: ParserOptions = {}): ToolCallParser {
  return createPushParser(format, options, allReaders);
}
