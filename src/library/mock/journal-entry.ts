import type { Json } from "../../jsonrpc/json.ts";

/** One message that went over the wire, or what came instead of one. */
export type JournalEntry = {
  readonly from: "client" | "server";
  /** Milliseconds since the mock server was started. */
  readonly ms: number;
  /** The message as JSON; undefined where what was sent is none. */
  readonly message: Json | undefined;
  /** The method of a request or notification. */
  readonly method: string | undefined;
  /** Header fields of the HTTP request that brought it, names in lower case. */
  readonly headers: Readonly<Record<string, string>> | undefined;
};
