import { createJsonEnvelopeEngine } from "../../toolcall/engine/json-envelope.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { hermes } from "../../toolcall/formats/general/hermes.ts";
import type { Readers } from "../../toolcall/push-parser.ts";
import { createJsonScanner } from "../../toolcall/value/json-scanner.ts";

/** The format that `mcpcheck/toolcall/<format>` reads. The build puts a module for each format in the place of this one. */
export const format: ToolCallFormat = hermes;

/** What reads it. */
export const readers: Readers = { engine: (ctx) => createJsonEnvelopeEngine(ctx, hermes.syntax, createJsonScanner) };
