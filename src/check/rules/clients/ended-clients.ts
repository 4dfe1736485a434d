import { connections, eventsOf, type Trace } from "../../../trace/trace.ts";

/**
 * The sessions whose client did not end in its time, and was ended by mcpcheck: the signal went to all its processes, so what its servers
 * got then, and the status it ended with, say nothing of it.
 */
export function endedClients(trace: Trace): ReadonlySet<string> {
  const ended = eventsOf(trace, "silence").filter(({ awaiting }) => awaiting === "the end of the client");
  return new Set(
    connections(trace).flatMap(({ connection, session }) =>
      ended.some((silence) => silence.connection === connection) ? [session] : [],
    ),
  );
}
