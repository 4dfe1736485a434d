import type { Frame } from "../jsonrpc/frame.ts";
import type { Conversation } from "./conversation/conversation.ts";
import type { Files } from "./world/files.ts";
import type { HeaderFields } from "../base/http/header-fields.ts";
import type { TaskHandle } from "./conversation/task-handle.ts";
import type { Port } from "./conversation/port.ts";
import type { Act, Change } from "./script/rule.ts";
import type { EventFacts } from "./script/rule-book.ts";
import type { MockScript, Omission } from "./script/script.ts";
import type { LiveTools } from "./answer/live-tool.ts";
import type { Replay } from "./answer/replay.ts";
import type { Listener } from "./answer/subscriptions.ts";
import type { Notebook } from "./world/tell.ts";
import type { World } from "./world/world.ts";

/** Where a frame came in. */
export type Arrival = {
  readonly conversation: Conversation;
  /** The request headers, on Streamable HTTP. */
  readonly headers?: HeaderFields;
  /** Whether a request that gives no clue belongs to a stateless revision. */
  readonly undecided: "stateful" | "stateless";
  /** Ends the session, for the act `forget`. */
  readonly forget?: () => void;
};

/** A mock server without a transport: frames in, texts out through ports. */
export type MockServer = {
  readonly script: MockScript;
  readonly world: World;
  readonly omits: (step: Omission) => boolean;
  /** Begins a conversation; `push` takes what the server says unasked. */
  readonly converse: (push: Conversation["push"]) => Conversation;
  /** Ends a conversation: what runs in it stops silently. */
  readonly leave: (conversation: Conversation) => void;
  /** Takes one frame. The returned function cancels what it started, as when the client goes away. */
  readonly receive: (frame: Frame, arrival: Arrival, port: Port) => () => void;
  /** The acts of the rule for an event, if there is one. */
  readonly event: (name: string, facts?: Partial<EventFacts>) => readonly Act[] | undefined;
  /** Tells whoever subscribed that something changed. */
  readonly announce: (change: Change) => void;
  /** Ends open subscriptions in the graceful way. */
  readonly close: () => void;
};

/** What the parts of a mock server share. */
export type Core = MockServer & {
  readonly secret: string;
  readonly listeners: Set<Listener>;
  readonly files: Files;
  readonly live: LiveTools;
  readonly handles: Map<string, TaskHandle>;
  readonly notebook: Notebook;
  /** The recorded exchanges this server gives again; undefined for one that answers from its lists. */
  readonly replay: Replay | undefined;
};
