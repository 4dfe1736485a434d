import type { JsonObject } from "../../jsonrpc/json.ts";
import type { ClientSession } from "../../session/client-session.ts";
import { createClientSession } from "../../session/create-client-session.ts";
import { eraOf } from "../../spec/revision.ts";
import type { ClientTransport, HttpClientTransport } from "../../transport/client-transport.ts";
import type { ConnectionSetup } from "./connection-setup.ts";
import { followStreams } from "./follow-streams.ts";
import { shakeHands } from "./handshake.ts";
import { type ListChanges, watchToolList } from "./tools/list-changes.ts";
import { noticing404 } from "./noticing-404.ts";
import type { ServerLog } from "./server-log.ts";
import { waitLimit } from "./wait-limit.ts";
import { whyItEnded } from "./why-it-ended.ts";

/** A conversation with a server that has introduced itself. */
export type LiveSession = {
  readonly session: ClientSession;
  readonly capabilities: JsonObject;
  readonly listChanges: ListChanges | undefined;
  /** Whether the connection has ended. */
  readonly over: () => boolean;
  /** Whether the server has forgotten the session: a 404 tells (basic/transports#session-management). */
  readonly expired: () => boolean;
};

/** Why there is no conversation; see the members of `Handshake`. */
export type Refusal = { readonly error: string; readonly refusedStatus?: number; readonly diedOfProbe?: true };

/** How one attempt differs: over HTTP+SSE instead, without a probe, and who is told of the transport while hands are shaken. */
export type Attempt = {
  readonly fallback: boolean;
  readonly probing: boolean;
  readonly attempting: (transport: ClientTransport | undefined) => void;
};

/** Opens a connection and introduces the host. `changed` is told when the list of tools may be another one. */
export async function openSession(
  { link, profile, clock, version, warn }: ConnectionSetup,
  log: ServerLog,
  { fallback, probing, attempting }: Attempt,
  changed: () => void,
): Promise<LiveSession | Refusal> {
  const { sessions, times, identity } = profile;
  const began = clock.now();
  const opened = await link.open(log, log.nextConnection(), fallback);
  if ("refused" in opened) return { error: opened.refused };
  const state = { notFound: false, over: false };
  const keepsSession = (): boolean => sessions.httpSessions && eraOf(session.revision()) === "stateful";
  const follow =
    opened.transport.kind === "http"
      ? followStreams(opened.transport as HttpClientTransport, clock, () => keepsSession())
      : undefined;
  const session = createClientSession({
    transport: noticing404(opened.transport, () => (state.notFound = true)),
    recorder: log,
    clock,
    identity: { name: identity.clientName, version: identity.clientVersion ?? version },
    client: { capabilities: identity.capabilities, roots: [] },
    timeoutMs: waitLimit(times.listMs),
    cancelReason: "no longer wanted",
    ...(follow === undefined ? {} : { follow }),
  });
  attempting(opened.transport);
  const shaken = await shakeHands(session, identity, link.initializeMs, probing);
  attempting(undefined);
  if ("error" in shaken) {
    const details = whyItEnded(session, log, began, times.startCheckMs);
    await session.transport.close("drop");
    return { ...shaken, error: `${shaken.error}${details}` };
  }
  if (shaken.warning !== undefined) warn(`${link.name}: ${shaken.warning}`);
  state.notFound = false;
  const { capabilities } = shaken;
  const listChanges = sessions.listChanged ? watchToolList({ session, capabilities, follow, changed }) : undefined;
  listChanges?.listen();
  void session.transport.ended.then(() => (state.over = true));
  return {
    session,
    capabilities,
    listChanges,
    over: () => state.over,
    expired: () => keepsSession() && state.notFound,
  };
}
