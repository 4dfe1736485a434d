import type { Step, Verb } from "../../../suite/scenario.ts";
import { reopen, type SessionState } from "../session-state.ts";
import { call } from "./call.ts";
import { connect } from "./connect.ts";
import { http } from "./http.ts";
import { complete, list, prompt, read } from "./lists.ts";
import { resume } from "./resume.ts";
import { tokensNow } from "./tokens-now.ts";
import { withTokens } from "./with-tokens.ts";
import { awaitStep, cancel, fence, notify, request, send } from "./messages.ts";

/** The verb of a step: the one member that is a verb. */
function verbOf(step: Step): Verb {
  const verb = verbs.find((candidate) => candidate in step);
  if (verb === undefined) throw new TypeError("a step without a verb"); // suites are validated when they are read
  return verb;
}

const verbs: readonly Verb[] = [
  "connect",
  "request",
  "notify",
  "send",
  "http",
  "list",
  "call",
  "read",
  "prompt",
  "complete",
  "cancel",
  "resume",
  "await",
  "fence",
  "close",
];

/** Performs one step on a session and records where it begins. What the peer does wrong is recorded, never thrown. */
export async function perform(state: SessionState, scenario: string, written: Step): Promise<void> {
  const step = withTokens(written, await tokensNow(state, written));
  const opening = "connect" in step;
  if (opening && state.connection === undefined) reopen(state, step.connect.capabilities ?? "full");
  const { connection } = state;
  if (connection === undefined) return;
  state.run.recorder.record({
    kind: "step",
    connection: connection.number,
    scenario,
    verb: verbOf(step),
    ...(step.tag === undefined ? {} : { tag: step.tag }),
    ...(step.deviant === undefined ? {} : { deviant: step.deviant }),
  });
  if (opening) return await connect(state, step);
  if ("request" in step) return await request(state, connection, step);
  if ("notify" in step) return await notify(state, connection, step);
  if ("send" in step) return await send(state, connection, step);
  if ("http" in step) return await http(state, connection, step);
  if ("list" in step) return await list(state, connection, step);
  if ("call" in step) return await call(state, connection, step);
  if ("read" in step) return await read(state, connection, step);
  if ("prompt" in step) return await prompt(state, connection, step);
  if ("complete" in step) return await complete(state, connection, step);
  if ("cancel" in step) return cancel(state);
  if ("resume" in step) return await resume(state, connection);
  if ("await" in step) return await awaitStep(state, connection, step);
  if ("fence" in step) return await fence(state, connection, step.weighs);
  await connection.session.transport.close(step.close, state.graceMs);
  state.connection = undefined;
}
