import { eraOf } from "../../../spec/revision.ts";
import type { ConnectStep } from "../../../suite/scenario.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import { reopen, type SessionState } from "../session-state.ts";

/** Does the lifecycle on the connection the driver has just opened; opens the server's own stream as a real client would. */
export async function connect(state: SessionState, step: ConnectStep): Promise<void> {
  const { capabilities = "full", handshake = "full", protocolVersion, roots } = step.connect;
  const connection = state.connection ?? reopen(state, capabilities);
  const { session } = connection;
  const { boundary } = state.run;
  if (roots === "none") connection.offerRoots([]);
  if (roots === "bounded" && boundary !== undefined) connection.offerRoots([{ uri: boundary.root, name: "mcpcheck" }]);
  if (handshake === "none") return;
  if (eraOf(state.revision) === "stateless") return;
  const initialized = handshake === "full";
  const answer = await session.initialize(protocolVersion ?? state.revision, { initialized, timeoutMs: state.run.timeoutMs });
  if (answer.kind === "result" && initialized) openServerStream(state);
}

/** The GET stream of stateful Streamable HTTP, on which a server may send requests and notifications of its own. */
export function openServerStream(state: SessionState): void {
  const transport = state.connection?.session.transport;
  if (transport?.kind === "http" && eraOf(state.revision) === "stateful") (transport as HttpClientTransport).openStream();
}
