import { httpTap } from "../../client/mock/http-tap.ts";
import { sessionsApart } from "../../client/attach/sessions-apart.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { type CaseRecord, monotonicMs } from "../case/case-record.ts";

/** A server of a case whose requests and answers are recorded. */
export type Recorded = { readonly id: string; readonly transport: "http" | "sse" };

/**
 * A listener for the requests of an HTTP mock server that records every request and answer as they are on the wire, whatever the server
 * thinks of them: as the trace of a client holds them, and as what a case expects of its servers is asked of. The session id, once the
 * server gave one, tells instances apart.
 */
export function recordingTap({ id: server, transport }: Recorded, record: CaseRecord): ReturnType<typeof httpTap> {
  let [connections, exchanges] = [0, 0];
  const instances = new Map<number, string>();
  const note = (event: Unrecorded, at = monotonicMs()): void => {
    if (event.kind === "http-request") instances.set(event.exchange, instanceOf(event.headers));
    const place = { server, instance: "exchange" in event ? (instances.get(event.exchange) ?? first) : first };
    record.note({ kind: "server-wire", server, event }, at);
    if (event.kind === "http-request") {
      const headers = joined(event.headers);
      record.note({ kind: "server-http", ...place, method: event.method, path: event.url, headers }, at);
      if (event.body !== null && event.body !== "")
        record.note({ kind: "server-received", ...place, text: event.body, headers }, at);
    }
    const sent = event.kind === "sse-event" ? event.data : event.kind === "http-body" ? event.text : undefined;
    if (sent !== undefined && sent !== "") record.note({ kind: "server-sent", ...place, text: sent }, at);
  };
  const first = `${server}:first`;
  const instanceOf = (headers: readonly (readonly [string, string])[]): string => {
    const session = joined(headers)["mcp-session-id"];
    return session === undefined ? first : `${server}:${session}`;
  };
  const open = (at: number): number => {
    const connection = ++connections;
    const common = { connection, transport, revision: null, capabilities: {}, target: "the mock server" } as const;
    note({ kind: "connect", ...common, session: "" }, at);
    return connection;
  };
  return httpTap({ note, nextExchange: () => ++exchanges }, sessionsApart(transport, open));
}

/** Headers by their names in small letters; one that came more than once has all its values. */
function joined(headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = all.get(key);
    all.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(all);
}
