import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { judge } from "../../check/judge.ts";
import { annotateTrace } from "../../run/annotate/annotate-trace.ts";
import type { Oracle } from "../../run/annotate/oracle.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import type { FuzzCase } from "./fuzz-case.ts";
import type { FuzzSession } from "./fuzz-session.ts";
import { sendCase } from "./send-case.ts";

/** What trying one input brought: the findings on its own exchange (and those that came to nothing), and the trace they were judged by. */
export type Tried = { readonly findings: readonly Finding[]; readonly trace: Trace };

/** What trying inputs takes. */
export type TrySetup = {
  readonly run: ServerRun;
  readonly session: FuzzSession;
  readonly checks: readonly Check[];
  readonly oracle: Oracle;
};

/**
 * Sends one input on a good connection and judges the trace of it: the opening of the connection, and what came from the
 * input on. A connection on which the input left something open is not used again, so that nothing late is blamed on
 * another input. Undefined when the server cannot be reached.
 */
export async function tryCase({ run, session, checks, oracle }: TrySetup, input: FuzzCase): Promise<Tried | undefined> {
  const connection = await session.ready(input);
  if (connection === undefined) return undefined;
  const from = run.recorder.trace().events.length;
  const sent = await sendCase(run, session, connection, input);
  // The end of a process is recorded a moment after its pipes were closed.
  if (!sent.alive && connection.session.transport.kind === "stdio" && connection.isOver())
    await connection.session.transport.ended;
  const { subject, events } = run.recorder.trace();
  const own = events.slice(from).filter((event) => event.connection === connection.number);
  const plain = { subject, events: [...session.opening(), ...own] };
  const trace = own.some(hasStructure) ? await annotateTrace(plain, oracle) : plain;
  if (!sent.alive || !sent.settled) await session.spoil();
  const first = own[0]?.seq ?? Number.POSITIVE_INFINITY;
  const findings = judge(trace, checks, new Map()).filter(
    ({ evidence }) => evidence.length === 0 || evidence.some((seq) => seq >= first),
  );
  return { findings, trace };
}

/** Only what a tool returns by its outputSchema is put to the validators: what is sent here need not fit anything. */
function hasStructure(event: WireEvent): boolean {
  const text = event.kind === "sse-event" ? event.data : "text" in event ? event.text : undefined;
  return text?.includes('"structuredContent"') === true;
}

/** Whether a finding accuses. */
export function accuses({ verdict }: Finding): boolean {
  return verdict === "fail" || verdict === "warn";
}
