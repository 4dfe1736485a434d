import { eraOf } from "../../../spec/revision.ts";
import type { ConnectStep } from "../../../suite/scenario.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import type { Answer } from "../../../session/client-session.ts";
import type { ServerRun } from "../server-run.ts";
import { reopen, type SessionState } from "../session-state.ts";

/**
 * Does the lifecycle on the connection the driver has just opened; opens the server's own stream as a real client would. A connection
 * on which a plain initialize is not answered is given up: what came without the session it asks for would rightly be refused.
 */
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
  const plain = protocolVersion === undefined;
  const timeoutMs = plain ? openingMs(state.run) : state.run.timeoutMs;
  const answer = await session.initialize(protocolVersion ?? state.revision, { initialized, timeoutMs });
  if (answer.kind === "result" && initialized) openServerStream(state);
  if (!plain || connection.isOver() || !isSilence(answer)) return;
  await session.transport.close("drop");
  state.connection = undefined;
}

/** A session may take as long to open as the first of all; the less, the more often the server has been silent. */
function openingMs({ startTimeoutMs, timeoutMs, pace }: ServerRun): number {
  return Math.max(timeoutMs, (startTimeoutMs * pace.answerMs()) / timeoutMs);
}

const isSilence = (answer: Answer): boolean => answer.kind === "none" && answer.faulty !== true && answer.status === undefined;

/** The GET stream of stateful Streamable HTTP, on which a server may send requests and notifications of its own. */
export function openServerStream(state: SessionState): void {
  const transport = state.connection?.session.transport;
  if (transport?.kind === "http" && eraOf(state.revision) === "stateful") (transport as HttpClientTransport).openStream();
}
