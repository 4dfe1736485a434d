/** The name of the chunking that cuts where a tokenizer would: words, single signs, and markers as one piece. */
export const tokenLikePieces = "token-like pieces";

/** What a judgement needs to know of a case of a corpus (fixtures/toolcalls/corpus.schema.json). */
export type ReplayedCase = {
  readonly id: string;
  readonly group: string;
  readonly level: "must" | "should";
  readonly expect: { readonly reasoning: string; readonly calls: readonly { readonly name: string }[] };
};

/** A fault that an exchange shows: what is wrong, under which chunking, and the exchange itself. */
export type Fault = {
  readonly seq: number;
  readonly chunking: string;
  readonly message: string;
  readonly request: string;
  readonly reply: string;
};

/** What replaying one case in every chunking showed. `seq` is the exchange in which the input came in one piece. */
export type Observation = {
  readonly case: ReplayedCase;
  readonly seq: number;
  readonly request: string;
  readonly reply: string;
  /** How many chunkings were tried besides the whole input, and the names of those with a wrong answer. */
  readonly chunkings: number;
  readonly wrongChunkings: readonly string[];
  /** How many answers could be read, and what is wrong with the first that could not. */
  readonly readable: number;
  readonly unreadable?: string;
  /** Whether the answers say what is reasoning. */
  readonly tellsReasoning: boolean;
  /** The whole input was read wrongly. */
  readonly whole?: Fault;
  /** The first chunking under which the answer is not the expected one. */
  readonly streamed?: Fault;
  /** The first chunking under which the answer is another than for the whole input. */
  readonly variant?: Fault;
  /** The first answer that is only right, or only agrees, when whitespace is left out of account. */
  readonly layout?: Fault;
  /** The first answer whose deltas do not add up to it; `deltas` counts the answers that had any. */
  readonly delta?: Fault;
  readonly deltas: number;
};

/** Everything seen of one format; `unsupported` when the parser does not know it. */
export type FormatObservations = {
  readonly format: string;
  readonly unsupported: boolean;
  readonly cases: readonly Observation[];
};

/** Whether a case holds a call of undisputed syntax, and was read right: what shows that the parser knows the format. */
export function readRight({ case: { level, expect }, whole }: Observation): boolean {
  return level === "must" && expect.calls.length > 0 && whole === undefined;
}

/** Whether a case is read right whole and in pieces that keep markers whole, as servers that stream tokens deliver them. */
export function rightInTokens({ whole, wrongChunkings }: Observation): boolean {
  return whole === undefined && !wrongChunkings.includes(tokenLikePieces);
}
