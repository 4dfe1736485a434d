import type { FinishReason, ModelUsage } from "../model-backend.ts";
import type { Fault } from "../script/fault.ts";

/** A call as it goes on a wire. `text` is the text of the arguments, mostly JSON. */
export type UtteredCall = {
  readonly kind: "call";
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly text: string;
  /** `text` in pieces, for wires that stream arguments. */
  readonly fragments: readonly string[];
  /** How the member is written whatever the wire wants. */
  readonly as: "object" | "string" | undefined;
};

/** A piece of what the model says. */
export type Piece =
  | { readonly kind: "content"; readonly text: string; readonly tokenIds?: readonly number[] }
  | { readonly kind: "reasoning"; readonly text: string }
  | UtteredCall;

/** An answer of a scripted model before it is put on a wire. */
export type Utterance = {
  readonly pieces: readonly Piece[];
  readonly finish: FinishReason;
  /** The wire's word for it, when the script gives one. */
  readonly finishWord: string | undefined;
  readonly usage: ModelUsage;
  /** The model's own text, for clients that ask for log-probabilities; where it is not given, they see the visible text. */
  readonly generated: string | undefined;
  readonly fault: Fault;
  /** Bytes per write to a connection. */
  readonly writes: number | undefined;
  /** Which scenario is played, and the round in it: for those who look at the requests later. */
  readonly scenario: string | undefined;
  readonly round: number;
};

/** The text of all pieces of a kind. */
export function textOfPieces(pieces: readonly Piece[], kind: "content" | "reasoning"): string {
  return pieces.map((piece) => (piece.kind === kind ? piece.text : "")).join("");
}

/** The calls among the pieces. */
export function callsOf(pieces: readonly Piece[]): readonly UtteredCall[] {
  return pieces.filter((piece) => piece.kind === "call");
}
