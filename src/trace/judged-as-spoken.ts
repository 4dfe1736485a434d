import { isArray, type Json, valueAt } from "../jsonrpc/json.ts";
import { isRevision, type Revision } from "../spec/revision.ts";
import { type FrameOf, type Message, messages } from "./message.ts";
import { connections, eventsOf, type Trace } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";

/** The member of `_meta` that names the revision of a stateless request (2026-07-28 basic/index, "_meta"). */
const versionKey = "io.modelcontextprotocol/protocolVersion";

/**
 * A trace of what a client and a server said that nobody told what to speak, with the revision each of its connections is judged by:
 * the one that was agreed in `initialize`, or that of the stateless requests which got a result (of `server/discover` one that lists
 * it), whichever came last. A connection on which it came to neither is not judged. The trace is one of a client: what it received was
 * written by the client.
 */
export function judgedAsSpoken(trace: Trace): Trace {
  const known = new Set(eventsOf(trace, "judge-as").map(({ connection }) => connection));
  const spoken = spokenOn(trace);
  const last = trace.events.at(-1);
  const added = connections(trace).flatMap(({ connection, revision }): WireEvent[] => {
    const found = spoken.get(connection);
    if (revision !== null || known.has(connection) || found === undefined) return [];
    return [{ seq: 0, at: last?.at ?? 0, connection, kind: "judge-as", revision: found }];
  });
  const from = last?.seq ?? 0;
  return {
    subject: trace.subject,
    events: [...trace.events, ...added.map((event, index) => ({ ...event, seq: from + index + 1 }))],
  };
}

const listed = (result: Json): readonly (Json | undefined)[] => {
  const versions = valueAt(result, "supportedVersions");
  return isArray(versions) ? versions : [];
};

/** The revision each connection came to, in a trace of a client. */
function spokenOn(trace: Trace): ReadonlyMap<number, Revision> {
  const found = new Map<number, Revision>();
  const waiting = new Map<string, FrameOf<"request">>();
  const keyOf = ({ connection, frame }: Message<FrameOf<"request"> | FrameOf<"result">>): string =>
    `${connection} ${JSON.stringify(frame.id)}`;
  for (const message of messages(trace)) {
    const { connection, direction, frame } = message;
    if (direction === "received" && frame.kind === "request") waiting.set(keyOf({ ...message, frame }), frame);
    if (direction !== "sent" || frame.kind !== "result") continue;
    const asked = waiting.get(keyOf({ ...message, frame }));
    if (asked === undefined) continue;
    const version =
      asked.method === "initialize" ? valueAt(frame.result, "protocolVersion") : valueAt(asked.params, "_meta", versionKey);
    // A process may be asked what it is, and ended before another one is spoken to.
    if (asked.method === "server/discover" && !listed(frame.result).includes(version)) continue;
    if (isRevision(version) && (asked.method === "initialize" || version >= "2026-07-28")) found.set(connection, version);
  }
  return found;
}
