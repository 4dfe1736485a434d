import { connections, eventsOf, type Trace } from "../../../trace/trace.ts";

/**
 * Whether a process was killed while others of its kind were there, and not by mcpcheck: some servers end every other instance
 * when they start. What such a server does is seen only of one instance at a time. Pure.
 */
export function isKilledBeside(trace: Trace): boolean {
  return killedBeside(trace).length > 0;
}

/** The connections of which the process was killed so. Pure. */
export function killedBeside(trace: Trace): readonly number[] {
  if (connections(trace).length < 2) return [];
  const ours = new Set(eventsOf(trace, "signal").map(({ connection }) => connection));
  return eventsOf(trace, "exit").flatMap(({ connection, signal }) =>
    signal === "SIGKILL" && !ours.has(connection) ? [connection] : [],
  );
}
