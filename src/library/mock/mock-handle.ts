import type { JsonObject } from "../../jsonrpc/json.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** What changed: lists that are announced, and resources (by URI) that are announced to who subscribed to them. */
export type MockChange = {
  readonly lists?: readonly ("tools" | "prompts" | "resources")[];
  readonly resources?: readonly string[];
};

/** What every mock server shows of itself, and can be told to do. */
export type MockHandle = AsyncDisposable & {
  /** All messages so far, in both directions. */
  readonly messages: readonly JournalEntry[];
  /** Requests and notifications of clients with this method, as they came, or all of them. */
  received(method?: string): readonly JsonObject[];
  /** Sends a notification to every client that is there and opened a session. */
  notify(method: string, params?: JsonObject): void;
  /** Tells that something changed, to those who are to be told: in sessions, and where clients subscribed. */
  change(what: MockChange): void;
  /** What the server wrote to its standard error. */
  stderr(): string;
  /** Ends the server and all its connections. */
  close(): Promise<void>;
};
