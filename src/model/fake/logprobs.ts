import type { Piece, Utterance } from "../player/utterance.ts";

/** Characters of a token of a text that a script gives as generated. */
const tokenLength = 4;

/** The tokens of a whole answer: of the text that was generated, and an empty one for its end, or else of the visible text. */
export function logprobsOfWhole({ generated, pieces }: Pick<Utterance, "generated" | "pieces">): readonly object[] {
  if (generated === undefined) return logprobsOf(pieces);
  const tokens = Array.from({ length: Math.ceil(generated.length / tokenLength) }, (_, at) =>
    generated.slice(at * tokenLength, (at + 1) * tokenLength),
  );
  return [...tokens, ""].map(certain);
}

function certain(token: string): object {
  return { token, logprob: 0, bytes: [...new TextEncoder().encode(token)] };
}

/** The tokens of the visible text as both wires list them when asked for log probabilities: all are certain. */
export function logprobsOf(pieces: readonly Piece[]): readonly object[] {
  return pieces.flatMap((piece) => (piece.kind === "content" ? [certain(piece.text)] : []));
}
