import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";
import type { LogLevel } from "../script/log-levels.ts";
import type { Shape } from "./port.ts";
import type { Task } from "./task.ts";

/** An answer of the client to a request of the server, as it came. */
export type ClientAnswer = { readonly result: Json } | { readonly error: Json };

/** A request being worked on. */
export type RunningCall = { readonly id: Json; readonly cancellable: boolean; readonly cancel: () => void };

/**
 * The state of one connection (stdio, HTTP+SSE) or session (Streamable HTTP). Stateless revisions use only `running`; all else
 * is what `initialize` and later requests of a stateful revision established.
 */
export type Conversation = {
  revision: Revision | undefined;
  initialized: boolean;
  capabilities: JsonObject;
  logLevel: LogLevel;
  readonly subscriptions: Set<string>;
  readonly running: Set<RunningCall>;
  readonly pending: Map<string, (answer: ClientAnswer) => void>;
  readonly tasks: Map<string, Task>;
  nextRequestId: number;
  /** Sends a message that relates to no request of the client. */
  readonly push: (text: string, shape?: Shape) => void;
};

/** A conversation in which nothing was said; its tasks are its own unless others know them too. */
export function newConversation(push: Conversation["push"], tasks: Conversation["tasks"] = new Map()): Conversation {
  return {
    revision: undefined,
    initialized: false,
    capabilities: {},
    logLevel: "info",
    subscriptions: new Set(),
    running: new Set(),
    pending: new Map(),
    tasks,
    nextRequestId: 1,
    push,
  };
}

/** Stops everything that runs in a conversation, silently. */
export function endConversation(conversation: Conversation): void {
  for (const call of conversation.running) call.cancel();
  conversation.running.clear();
  for (const task of conversation.tasks.values()) task.cancel();
  conversation.tasks.clear();
  conversation.pending.clear();
}
