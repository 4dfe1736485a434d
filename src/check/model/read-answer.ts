import { isArray, type Json, valueAt } from "../../jsonrpc/json.ts";

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
  /** What the model generated, token by token, where the server lists it with log-probabilities: a character for each byte. */
  readonly generated: readonly string[] | undefined;
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
  generated: undefined,
  faults: [],
  deltaFaults: [],
  contentPieces: 0,
  error: undefined,
};

/** Text of a member; undefined where it is none. */
export const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** The tokens of a list of log-probabilities, a character for each byte; undefined where there is no list, or one of another form. */
export function generatedOf(list: Json | undefined): readonly string[] | undefined {
  if (!isArray(list) || list.length === 0) return undefined;
  const tokens = list.map((entry) => {
    const bytes = valueAt(entry, "bytes");
    if (isArray(bytes) && bytes.every((byte) => typeof byte === "number")) return String.fromCharCode(...bytes);
    const token = valueAt(entry, "token");
    return typeof token === "string" ? byteText(token) : undefined;
  });
  return tokens.every((token) => token !== undefined) ? tokens : undefined;
}

/** A text as its bytes in UTF-8, a character for each. */
export const byteText = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** A text without the whitespace that may separate it from calls. */
export const bare = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

/** Beginning of a text, for a message. */
export const shown = (text: string, most = 120): string => JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
