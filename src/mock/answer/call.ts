import type { JsonRpcId } from "../../jsonrpc/frame.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";
import type { ClientAnswer, Conversation } from "../conversation/conversation.ts";
import type { LiveTools } from "./live-tool.ts";
import type { TaskHandle } from "../conversation/task-handle.ts";
import type { Files } from "../world/files.ts";
import type { LogLevel } from "../script/log-levels.ts";
import type { MockScript, Omission } from "../script/script.ts";
import type { Change } from "../script/rule.ts";
import type { Tellable } from "../world/tell.ts";
import type { World } from "../world/world.ts";

/** One request of the client while it is answered: what it said and what its handler may do meanwhile. */
export type Call = {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly conversation: Conversation;
  /** What the client declared: at `initialize` or in the envelope of this request. */
  readonly capabilities: JsonObject;
  /** Least severity the client wants to see; undefined when it wants none. */
  readonly logLevel: LogLevel | undefined;
  readonly script: MockScript;
  readonly world: World;
  /** The key that protects `requestState`. */
  readonly secret: string;
  readonly omits: (step: Omission) => boolean;
  /** The tools whose answers are worked out. */
  readonly live: LiveTools;
  /** Calls back once if the call is cancelled before it is answered. */
  readonly whenCancelled: (fn: () => void) => void;
  /** Sends a notification that relates to this request; nothing once the request was cancelled. */
  readonly notify: (method: string, params?: JsonObject) => void;
  /** Sends a request that relates to this one (stateful revisions); stays pending when the call is cancelled. */
  readonly ask: (method: string, params?: JsonObject) => Promise<ClientAnswer>;
  /** Sends a notification where unrelated messages go. */
  readonly pushNotification: (method: string, params?: JsonObject) => void;
  /** Sends a request where unrelated messages go; it outlives this call. */
  readonly pushRequest: (method: string, params?: JsonObject) => Promise<ClientAnswer>;
  /** Waits; stays pending when the call is cancelled. */
  readonly sleep: (ms: number) => Promise<void>;
  /** The files of the script, as this server has them now. */
  readonly files: Files;
  /** The tasks of this server by the extension, by id. */
  readonly handles: Map<string, TaskHandle>;
  /** Sends a notification on every subscription whose filter wants it. */
  readonly tellSubscribers: (method: string, params: JsonObject, wants: (filter: JsonObject) => boolean) => void;
  /** What the server knows, for tools that tell it. */
  readonly tell: (what: Tellable) => JsonObject;
  /** Tells whoever subscribed that something changed. */
  readonly announce: (change: Change) => void;
};
