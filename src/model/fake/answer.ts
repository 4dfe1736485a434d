import type { Piece } from "../player/utterance.ts";

/** How one answer is written on a wire: as messages of a stream, or as one body. */
export type Answer = {
  /** Media type of the stream. */
  readonly streamType: string;
  /** What the stream begins with. */
  readonly start: () => readonly string[];
  readonly piece: (piece: Piece) => readonly string[];
  /** The final message or messages. */
  readonly end: () => readonly string[];
  /** An error within the stream. */
  readonly error: (message: string) => string;
  /** The body of an answer that is not streamed; unfinished: without the word that it is complete. */
  readonly body: (unfinished: boolean) => string;
};
