import type { Reply } from "../../base/http/reply.ts";
import type { CapturedRequest } from "./capture.ts";
import type { FakeModel } from "./fake-model.ts";

/** One request being answered. */
export type Exchange = {
  readonly fake: FakeModel;
  readonly reply: Reply;
  /** Aborted when the other side is gone or the server closes. */
  readonly signal: AbortSignal;
  /** Adds to what is captured of the request. */
  readonly note: (more: Partial<CapturedRequest>) => void;
  readonly headers: Readonly<Record<string, string>>;
  /** The path, with its query. */
  readonly target: string;
  readonly text: string;
  readonly sequence: number;
};
