import type { ParserEvent } from "../../toolcall/event.ts";
import type { ToolCallParser } from "../../toolcall/push-parser.ts";

/** A transform stream from the pieces of one message, texts or bytes, to the events of a parser. */
export function streamOf(parser: ToolCallParser): TransformStream<string | Uint8Array, ParserEvent> {
  return new TransformStream<string | Uint8Array, ParserEvent>({
    transform(piece, controller) {
      for (const event of typeof piece === "string" ? parser.feed(piece) : parser.feedBytes(piece)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of parser.end()) controller.enqueue(event);
    },
  });
}
