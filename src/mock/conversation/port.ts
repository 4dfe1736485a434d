import type { Pace, SseChange } from "../script/rule.ts";

/** How a message travels: HTTP details an adapter for another transport ignores, the line ending of stdio, the pace. */
export type Shape = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly as?: "json" | "sse";
  readonly sse?: SseChange;
  readonly ending?: string;
  readonly pace?: Pace;
  readonly gzip?: true;
};

/** The way back for one incoming message: a line on stdio, the response of a POST on HTTP. */
export type Port = {
  /** Sends a notification or request that relates to the incoming message. */
  readonly message: (text: string, shape?: Shape) => void;
  /** Sends the answer; the exchange ends with it. */
  readonly answer: (text: string, shape?: Shape) => void;
  /** Says that the message was taken and has no answer (202 on HTTP). */
  readonly accepted: (shape?: Shape) => void;
  /** Ends the exchange without an answer, as after a cancellation. */
  readonly end: () => void;
  /** Writes bytes verbatim; `last` says that the exchange ends with them. */
  readonly raw: (bytes: Uint8Array, last: boolean, shape?: Shape) => void;
  /** Closes the connection of the event stream of a POST, which goes on without it; nothing elsewhere. */
  readonly detach?: (shape: Shape) => void;
  /** Cuts the connection. */
  readonly drop: () => void;
};
