import type { Json } from "../../jsonrpc/json.ts";

/** A call of an answer. `value` is the arguments as a value (undefined where they are not JSON), `text` as the server wrote them. */
export type AnsweredCall = {
  readonly id: string | undefined;
  readonly name: string;
  readonly value: Json | undefined;
  readonly text: string;
};

/** What an answer says, read strictly: nothing is corrected. */
export type ReadAnswer = {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly AnsweredCall[];
  /** `finish_reason` or `done_reason`. */
  readonly finish: string | undefined;
  /** Tokens the model generated, by the server's count. */
  readonly tokens: number | undefined;
  /** What is wrong with the form of the answer. */
  readonly faults: readonly string[];
  /** What is wrong with the order and numbering of the deltas of calls. */
  readonly deltaFaults: readonly string[];
  /** Pieces that carried content: how fine the stream is. */
  readonly contentPieces: number;
  /** An error the server reported, in the body or within the stream. */
  readonly error: string | undefined;
};

/** An answer with nothing in it. */
export const emptyAnswer: ReadAnswer = {
  content: "",
  reasoning: "",
  calls: [],
  finish: undefined,
  tokens: undefined,
  faults: [],
  deltaFaults: [],
  contentPieces: 0,
  error: undefined,
};

/** Text of a member; undefined where it is none. */
export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** Beginning of a text, for a message. */
export const shown = (text: string, most = 120): string => JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
