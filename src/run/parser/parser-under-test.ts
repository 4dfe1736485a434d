import type { ParserRequest, ReadAnswer } from "./answer/parser-answer.ts";

/**
 * One request with its answer. `request` and `reply` give the lines that went over the wire (or would have, for a parser
 * in this process); they are only made for reports.
 */
export type ParserExchange = {
  readonly request: () => string;
  readonly reply: () => string;
  readonly answer: ReadAnswer;
  /** It was not asked, for another cut of the same text had ended the parser. */
  readonly skipped?: boolean;
};

/**
 * A parser that is judged. `ask` settles with its answer, and throws a McpcheckError `subject` when there will be none:
 * it did not start, ended, or stayed silent. An answer that is wrong in its form is an answer.
 */
export type ParserUnderTest = {
  readonly ask: (request: ParserRequest) => Promise<ParserExchange>;
  /** How many requests may be open at once. */
  readonly window: number;
  readonly close: () => Promise<void>;
  /** Lines it wrote that answer no request, as far as it can write any. */
  readonly strays?: () => readonly string[];
  /** Whether it was given up for its silence. */
  readonly isSilent?: () => boolean;
  /** How often it was started again. */
  readonly restarts?: () => number;
};
