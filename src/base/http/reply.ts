/**
 * Where a server writes its answer, whoever carries it: the response of a connection of Node, or that of a web page's fetch. What is
 * written after the end, or when nobody is there any more, is lost.
 */
export type Reply = {
  /** Whether status and headers are decided. */
  readonly headersSent: boolean;
  /** The status that was sent. */
  readonly status: number;
  /** Whether nothing can be sent any more: the other side has gone, or was cut off. */
  readonly destroyed: boolean;
  /** Whether the answer is complete. */
  readonly ended: boolean;
  /** Decides status and headers; they leave with the first bytes, or by `flush`. */
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void;
  /** Sends the head before there is a body. */
  readonly flush: () => void;
  /** Writes bytes of the body; `taken` is called when there is room for more, or nobody who reads. */
  readonly write: (bytes: Uint8Array, taken?: () => void) => void;
  /** Completes the answer. */
  readonly end: (bytes?: Uint8Array) => void;
  /** Cuts the connection once what was written has left. */
  readonly cut: () => void;
  /** Calls back once when it is over: whether all of the answer was sent. */
  readonly onClose: (fn: (whole: boolean) => void) => void;
  /** Packs a body for `content-encoding: gzip`; undefined where it is read only after it was unpacked. */
  readonly gzip: ((body: Uint8Array) => Uint8Array) | undefined;
};
