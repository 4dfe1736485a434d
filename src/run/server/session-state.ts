import type { JsonObject } from "../../jsonrpc/json.ts";
import { eraOf, type Revision } from "../../spec/revision.ts";
import { fullCapabilities } from "../../session/client-identity.ts";
import type { Pending } from "../../session/client-session.ts";
import type { ClientCapabilities } from "../../suite/scenario.ts";
import type { ListName } from "../../trace/facts/server-facts.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { ServerRun } from "./server-run.ts";
import { walkList } from "./surface.ts";

/** Where a session stands while its scenarios run. Only the driver and the verbs change it. */
export type SessionState = {
  readonly run: ServerRun;
  readonly revision: Revision;
  readonly name: string;
  /** What the server announced at this revision, on whichever connection it was asked. */
  readonly announced: JsonObject;
  /** How long a process of this server may take to end when it is asked to, in ms. */
  readonly graceMs: number;
  connection: Connection | undefined;
  /** Lists already walked on this connection. */
  surface: Map<ListName, Promise<readonly JsonObject[]>>;
  /** The request of the last background step. */
  inFlight: Pending | undefined;
  /** Whether the last fence brought nothing: what comes next on this connection would be blamed for what came before. */
  deaf: boolean;
};

/** The capabilities a choice stands for at a revision. */
function capabilitiesOf(choice: ClientCapabilities, revision: Revision): JsonObject {
  return choice === "none" ? {} : choice === "full" ? fullCapabilities(revision) : choice;
}

/** Opens a new connection for the session without any handshake; what was known of the old one is forgotten. */
export function reopen(state: SessionState, capabilities: ClientCapabilities): Connection {
  state.connection = openConnection(state.run, state.name, state.revision, capabilitiesOf(capabilities, state.revision));
  state.surface = new Map();
  state.inFlight = undefined;
  state.deaf = false;
  if (eraOf(state.revision) === "stateless") state.connection.session.speak(state.revision);
  return state.connection;
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
