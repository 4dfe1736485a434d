import { collect, type ParsedMessage } from "../../../toolcall/collect.ts";
import type { ParserEvent } from "../../../toolcall/event.ts";
import type { ToolCallFormat } from "../../../toolcall/format.ts";
import { createToolCallParser } from "../../../toolcall/parser.ts";
import type { ParserRequest } from "./parser-answer.ts";

/** What of a request decides the answer. */
export type ReferenceRequest = Omit<ParserRequest, "format" | "tools"> & {
  /** Absent when nothing is known of the tools: then no name is flagged as unknown. */
  readonly tools?: readonly object[];
  readonly unparsed?: "text" | "withhold";
};

/** Feeds the pieces of a request to a fresh parser, one after the other; gives the events of each as they come. */
export function* eventsOfRequest(format: ToolCallFormat, request: ReferenceRequest): Generator<ParserEvent> {
  const { tools, prefix, unparsed, tokenIds, chunks, input = "" } = request;
  const parser = createToolCallParser(format, {
    ...(tools === undefined ? {} : { tools }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(unparsed === undefined ? {} : { unparsed }),
  });
  if (chunks === "bytes") for (const byte of new TextEncoder().encode(input)) yield* parser.feedBytes(Uint8Array.of(byte));
  else for (const [index, piece] of piecesOf(chunks, input).entries()) yield* parser.feed(piece, tokenIds?.[index]);
  yield* parser.end();
}

/** The answer of the reference parser to a request. */
export function answerTo(format: ToolCallFormat, request: ReferenceRequest): ParsedMessage {
  return collect(eventsOfRequest(format, request));
}

function piecesOf(chunks: readonly string[] | number, input: string): readonly string[] {
  if (typeof chunks !== "number") return chunks;
  return Array.from({ length: Math.ceil(input.length / chunks) }, (_, index) =>
    input.slice(index * chunks, (index + 1) * chunks),
  );
}
