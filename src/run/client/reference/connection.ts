import type { Clock } from "../../../base/time/clock.ts";
import { followStreams } from "../../../host/sessions/follow-streams.ts";
import { noticing404 } from "../../../host/sessions/noticing-404.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { fullCapabilities } from "../../../session/client-identity.ts";
import type { ClientAnswers } from "../../../session/client-role.ts";
import type { ClientSession } from "../../../session/client-session.ts";
import { createClientSession } from "../../../session/create-client-session.ts";
import { eraOf, isRevision } from "../../../spec/revision.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import type { ClientFault } from "./client-fault.ts";
import { hasFault, type ReferenceState, resultOf } from "./reference-state.ts";
import { takesTasks } from "./task-run.ts";
import { toldAnswers } from "./told-answers.ts";

/** Opens a connection, with a handshake in the stateful era, and returns what the server said of itself. */
export async function connect(state: ReferenceState): Promise<Json> {
  const { setup } = state;
  state.expired = false;
  const transport = noticing404(setup.open(), () => (state.expired = true));
  const clock = hasFault(state, "resumes-at-once") ? { ...setup.clock, setTimeout: hasty(setup.clock) } : setup.clock;
  const resumes = (): boolean => eraOf(session.revision()) === "stateful" && !hasFault(state, "never-resumes");
  const client = answersOf(state);
  const session = createClientSession({
    transport,
    recorder: createRecorder({ kind: "client", transport: "memory" }, setup.clock.now),
    clock: setup.clock,
    identity: { name: "mcpcheck-reference-client", version: setup.version },
    client,
    timeoutMs: setup.timeoutMs,
    ...(transport.kind === "http" ? { follow: followStreams(transport as HttpClientTransport, clock, resumes) } : {}),
  });
  state.session = session;
  if (setup.faults !== undefined) misbehave(session, setup.faults);
  if (eraOf(setup.revision) === "stateless") {
    session.speak(setup.revision);
    return (state.opening = resultOf(await session.request("server/discover")));
  }
  const answer = await session.initialize("2025-11-25", { initialized: false });
  // What was not opened is left: no step goes on with it.
  if (answer.kind !== "result") await leave(state);
  const result = (state.opening = resultOf(answer));
  const goesOn = setup.faults?.has("goes-on-with-unknown-version") === true;
  if (!isRevision(valueAt(result, "protocolVersion")) && !goesOn) {
    await leave(state);
    throw new Error(`the server speaks ${JSON.stringify(valueAt(result, "protocolVersion"))}, which this client does not know`);
  }
  await session.notify("notifications/initialized");
  if (transport.kind === "http") (transport as HttpClientTransport).openStream();
  return result;
}

/** A clock on which nothing is waited for. */
const hasty =
  (clock: Clock): Clock["setTimeout"] =>
  (_ms, fn) =>
    clock.setTimeout(0, fn);

/** What the client can do, and says it can: everything, and its answers are those it was told. */
export function answersOf(state: ReferenceState): ClientAnswers {
  const { revision, steps } = state.setup;
  const isStateless = eraOf(revision) === "stateless";
  const capabilities = isStateless ? { ...fullCapabilities(revision), ...takesTasks } : fullCapabilities("2025-11-25");
  return {
    capabilities,
    get roots() {
      return state.roots;
    },
    instead: toldAnswers(steps),
  };
}

function misbehave(session: ClientSession, faults: ReadonlySet<ClientFault>): void {
  session.observe((frame) => {
    if (faults.has("answers-notifications") && frame.kind === "notification")
      session.sendRaw('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}');
    if (faults.has("answers-always") && frame.kind === "request")
      session.sendRaw(JSON.stringify({ jsonrpc: "2.0", id: frame.id, result: {} }));
  });
}

/** Ends the connection, if there is one. */
export async function leave(state: ReferenceState): Promise<void> {
  const { session } = state;
  state.session = undefined;
  const usual = session?.transport.kind === "http" ? "delete" : "eof";
  await session?.transport.close(state.setup.faults?.has("terminates-first") === true ? "term" : usual);
}
