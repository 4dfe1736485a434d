import type { Piece } from "../player/utterance.ts";

/** The tokens of the visible text as both wires list them when asked for log probabilities: all are certain. */
export function logprobsOf(pieces: readonly Piece[]): readonly object[] {
  return pieces.flatMap((piece) =>
    piece.kind === "content" ? [{ token: piece.text, logprob: 0, bytes: [...new TextEncoder().encode(piece.text)] }] : [],
  );
}
