import type { Trace } from "../../../src/trace/trace.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";

/**
 * Traces of one subject as if all had been recorded at the same time: each on connections of its own, event by event in the order of
 * their times. What belongs to one connection must not be told of another.
 */
export function sideBySide(traces: readonly [Trace, ...Trace[]]): Trace {
  let connections = 0;
  let exchanges = 0;
  const placed = traces.flatMap(({ events }, index) => {
    const [taken, exchanged] = [connections, exchanges];
    return events.map((event) => {
      const connection = event.connection + taken;
      connections = Math.max(connections, connection);
      const exchange = "exchange" in event ? { exchange: event.exchange + exchanged } : {};
      exchanges = Math.max(exchanges, exchange.exchange ?? 0);
      return { index, seq: event.seq, event: { ...event, connection, ...exchange } };
    });
  });
  const inOrder = placed.toSorted((a, b) => a.event.at - b.event.at || a.index - b.index || a.seq - b.seq);
  const seqs = new Map(inOrder.map(({ index, seq }, place) => [`${index} ${seq}`, place + 1]));
  const events = inOrder.map(({ index, event }, place): WireEvent => {
    const about = event.kind === "annotation" ? { about: seqs.get(`${index} ${event.about}`) ?? event.about } : {};
    const evidence =
      event.kind === "role" && event.evidence !== undefined ? { evidence: seqs.get(`${index} ${event.evidence}`) } : {};
    return { ...event, seq: place + 1, ...about, ...evidence } as WireEvent;
  });
  return { subject: traces[0].subject, events };
}
