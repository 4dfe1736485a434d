import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import { eraOf, type Revision } from "../../spec/revision.ts";
import { fullCapabilities } from "../../session/client-identity.ts";
import type { Pending } from "../../session/client-session.ts";
import type { ClientCapabilities } from "../../suite/scenario.ts";
import type { ListName } from "../../trace/facts/server-facts.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { Learning } from "./roles/learning.ts";
import type { ServerRun } from "./server-run.ts";
import { walkList } from "./surface.ts";

/** A call of a tool with all its rounds: whether it asks for progress, the request it waits for now, since when (by the run's clock), and when it is done. */
export type OpenCall = {
  readonly tool: Json | undefined;
  readonly asksForProgress: boolean;
  pending: Pending | undefined;
  since: number;
  done: Promise<unknown>;
};

/** Where a session stands while its scenarios run. Only the driver and the verbs change it. */
export type SessionState = {
  readonly run: ServerRun;
  readonly revision: Revision;
  /** The session whose scenarios run now. */
  name: string;
  /** It is played to look again at what rests on timing. */
  readonly again: boolean;
  /** What the server announced at this revision, on whichever connection it was asked. */
  readonly announced: JsonObject;
  /** What is known of its tools. */
  readonly learning: Learning;
  /** The main connection of this revision: what is noted without a connection of its own is noted there. */
  readonly home: number;
  /** How long a process of this server may take to end when it is asked to, in ms. */
  readonly graceMs: number;
  connection: Connection | undefined;
  /** Lists already walked on this connection. */
  surface: Map<ListName, Promise<readonly JsonObject[]>>;
  /** The request of the last background step. */
  inFlight: Pending | undefined;
  /** Begins that request anew, once it was answered; undefined while it is open. */
  beginAgain: (() => void) | undefined;
  /** Until when an answer to it may be expected, by the run's clock, where it is known how long that `took` before, in ms. */
  due: { readonly at: number; readonly took: number } | undefined;
  /** Calls that are open, those among them that earlier steps left so. */
  readonly openCalls: Set<OpenCall>;
  /** Tools on this connection that took their time until a call was given up. */
  readonly slowTools: Set<Json | undefined>;
  /** Tools on this connection of which a call was soon over. */
  readonly quickTools: Set<Json | undefined>;
  /** The ids of the tasks that were cancelled on this connection. */
  readonly cancelledTasks: Json[];
  /** Whether the last fence brought nothing: what comes next on this connection would be blamed for what came before. */
  deaf: boolean;
};

/** The capabilities a choice stands for at a revision. */
function capabilitiesOf(choice: ClientCapabilities, revision: Revision): JsonObject {
  return choice === "none" ? {} : choice === "full" ? fullCapabilities(revision) : choice;
}

/** Opens a new connection for the session without any handshake; what was known of the old one is forgotten. */
export function reopen(state: SessionState, capabilities: ClientCapabilities): Connection {
  state.connection = openConnection(state.run, state, capabilitiesOf(capabilities, state.revision));
  state.surface = new Map();
  state.inFlight = undefined;
  state.beginAgain = undefined;
  state.openCalls.clear();
  state.cancelledTasks.length = 0;
  state.slowTools.clear();
  state.quickTools.clear();
  state.deaf = false;
  if (eraOf(state.revision) === "stateless") state.connection.session.speak(state.revision);
  return state.connection;
}

/** Takes a request for the one that goes on in the background; what was known of an earlier one is forgotten. */
export function leaveInBackground(state: SessionState, pending: Pending | undefined): void {
  state.inFlight = pending;
  state.beginAgain = undefined;
  state.due = undefined;
}

/** Begins a request that goes on in the background, and that can be begun anew. */
export function beginInBackground(state: SessionState, begin: () => Pending): void {
  const pending = begin();
  state.inFlight = pending;
  state.beginAgain = undefined;
  void pending.answer.then(() => {
    if (state.inFlight === pending) state.beginAgain = () => beginInBackground(state, begin);
  });
}

/** The items of a list on the open connection, walked once. */
export async function listedItems(state: SessionState, list: ListName): Promise<readonly JsonObject[]> {
  const { connection } = state;
  if (connection === undefined) return [];
  let items = state.surface.get(list);
  if (items === undefined) {
    items = walkList(connection.session, list, state.run.stop);
    state.surface.set(list, items);
  }
  return await items;
}
