/** Kinds of things a parser has to say besides content and calls. `raw` of the event holds the text concerned. */
export type DiagnosticCode =
  | "truncated"
  | "malformed"
  | "unclosed"
  | "stray-marker"
  | "repaired"
  | "trailing-data"
  | "unknown-tool";

/** A stretch of the input in UTF-16 units: `start` is the first unit, `end` the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of the visible answer, as the model wrote it. */
export interface TextEvent extends Span {
  readonly type: "text";
  readonly text: string;
}

/** A piece of reasoning. */
export interface ReasoningEvent extends Span {
  readonly type: "reasoning";
  readonly text: string;
}

/** The name of a call is certain. `index` counts from 0; an aborted call gives its index back. */
export interface CallStartEvent extends Span {
  readonly type: "call-start";
  readonly index: number;
  readonly name: string;
  readonly id?: string;
}

/** The next piece of the JSON text of the arguments. Pieces only ever append. */
export interface CallArgsEvent extends Span {
  readonly type: "call-args";
  readonly index: number;
  readonly fragment: string;
}

/** The call is complete; `arguments` is the JSON text of the argument object, the sum of all fragments. */
export interface CallEndEvent extends Span {
  readonly type: "call-end";
  readonly index: number;
  readonly arguments: string;
  /** The id, where the format writes it after the name. */
  readonly id?: string;
}

/** Takes back a started call: it was cut off or turned out unreadable. */
export interface CallAbortEvent extends Span {
  readonly type: "call-abort";
  readonly index: number;
  readonly reason: string;
}

/** Something worth knowing that is neither text nor call. */
export interface DiagnosticEvent extends Span {
  readonly type: "diagnostic";
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly raw?: string;
}

/** Input that stands for nothing by itself: markers and layout. Only sent when the option `markup` asks for it. */
export interface MarkupEvent extends Span {
  readonly type: "markup";
}

/** What `feed` and `end` of a parser return, in the order of the input. */
export type ParserEvent =
  | TextEvent
  | ReasoningEvent
  | CallStartEvent
  | CallArgsEvent
  | CallEndEvent
  | CallAbortEvent
  | DiagnosticEvent
  | MarkupEvent;
