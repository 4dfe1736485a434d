import type { Bounds } from "../../../check/host/bounds.ts";
import { hostEvents, type HostTrace, type ServerFrame, type ServerHttp } from "../../../check/host/host-event.ts";
import { hasFields, requestsTo } from "../../../check/host/http-requests.ts";
import { type Requests as Meant, requestsMeant } from "../../../check/host/expect-requests.ts";
import { callsTo, holds, messagesTo, ofMethod, sameJson } from "../../../check/host/server-messages.ts";
import { asObject, type Json, type JsonObject } from "../../../jsonrpc/json.ts";
import { altered, type DeviantHost, enlarged, miscounted, type Spoil, spoil } from "./spoil.ts";
import { withValueAt } from "./value-at.ts";

type Requests = OnServer & {
  readonly method: string;
  readonly times?: Bounds;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly after?: string;
  readonly atLeastMs?: number;
  readonly withinMs?: number;
};
type OnServer = { readonly server?: string };

/** What a host may send wrongly to servers. */
export const serverSpoils = {
  called: spoil<OnServer & { tool: string; arguments?: JsonObject; times?: Bounds }>(
    ({ server, tool, arguments: wanted, times }, trace) => {
      const right = callsTo(trace, server, tool).filter((call) => wanted === undefined || sameJson(call.arguments ?? {}, wanted));
      const extra = frame(trace, server, {
        jsonrpc: "2.0",
        id: 9999,
        method: "tools/call",
        params: { name: tool, arguments: wanted ?? {} },
      });
      return miscounted(trace, `the call of ${tool}`, [...new Set(right.map(({ event }) => event))], times, extra);
    },
  ),
  notCalled: spoil<OnServer & { tool?: string }>(({ server, tool = "any" }, trace) => {
    const params = { name: tool, arguments: {} };
    const call = frame(trace, server, { jsonrpc: "2.0", id: 9999, method: "tools/call", params });
    return [{ does: `calls ${tool}`, trace: enlarged(trace, [call]) }];
  }),
  saw: spoil<OnServer & { method: string; params?: JsonObject; times?: Bounds }>(({ server, method, params, times }, trace) => {
    const right = ofMethod(messagesTo(trace, server), method).filter(
      ({ message }) => params === undefined || holds(message["params"], params),
    );
    const extra = frame(trace, server, { jsonrpc: "2.0", method, params: params ?? {} });
    return miscounted(trace, method, [...new Set(right.map(({ event }) => event))], times, extra);
  }),
  order: spoil<OnServer & { methods: readonly string[] }>(({ server, methods: [first = ""] }, trace) => {
    const dropped = new Set(ofMethod(messagesTo(trace, server), first).map(({ event }) => event));
    return [
      {
        does: `does not begin with ${first}`,
        trace: altered(trace, (event) => (dropped.has(event as ServerFrame) ? undefined : event)),
      },
    ];
  }),
  wellFormed: spoil<OnServer>(({ server }, trace) => [
    { does: "sends what is not JSON", trace: enlarged(trace, [{ ...frame(trace, server, {}), text: "{" }]) },
    {
      does: "sends a request with the id null",
      trace: enlarged(trace, [frame(trace, server, { jsonrpc: "2.0", id: null, method: "tools/list" })]),
    },
  ]),
  everyRequest: spoil<Meant & { params?: JsonObject; texts?: Readonly<Record<string, string>> }>(
    ({ params, texts = {}, ...meant }, trace) => {
      const last = requestsMeant(trace, meant).at(-1);
      if (last === undefined) return [];
      const sending = (does: string, other: (sent: JsonObject) => Json): DeviantHost => {
        const text = JSON.stringify({ ...last.message, params: other(asObject(last.message["params"])) });
        return { does, trace: altered(trace, (event) => (event === last.event ? { ...last.event, text } : event)) };
      };
      return [
        ...(params === undefined ? [] : [sending("leaves the params out of one request", () => ({}))]),
        ...Object.keys(texts).map((path) =>
          sending(`sends no text at ${path} of one request`, (sent) => withValueAt(sent, path, 7)),
        ),
      ];
    },
  ),
  replied: spoil<OnServer & { id: Json }>(({ server, id }, trace) => {
    const replies = new Set(
      messagesTo(trace, server)
        .filter(({ message }) => !("method" in message) && sameJson(message["id"], id))
        .map(({ event }) => event),
    );
    const other = (event: ServerFrame): ServerFrame => ({
      ...event,
      text: JSON.stringify({ jsonrpc: "2.0", id, error: { code: -1, message: "spoilt" } }),
    });
    return [
      { does: "does not answer", trace: trace.filter((event) => !replies.has(event as ServerFrame)) },
      {
        does: "answers otherwise",
        trace: altered(trace, (event) => (replies.has(event as ServerFrame) ? other(event as ServerFrame) : event)),
      },
    ];
  }),
  header: spoil<OnServer & { name: string; value?: string | null }>(({ server, name, value }, trace) => [
    {
      does: value === null ? `sends ${name}` : `sends no ${name}`,
      trace: altered(trace, (event) => {
        if (event.kind !== "server-received" || (server !== undefined && event.server !== server)) return event;
        const { [name.toLowerCase()]: _gone, ...others } = event.headers ?? {};
        return { ...event, headers: value === null ? { ...others, [name.toLowerCase()]: "spoilt" } : others };
      }),
    },
  ]),
  http: spoil<Requests>(({ server, method, times, headers = {}, after, atLeastMs, withinMs }, trace) => {
    const [start] = after === undefined ? [] : ofMethod(messagesTo(trace, server), after);
    const from = start?.event ?? { seq: 0, at: 0 };
    const right = requestsTo(trace, server, from.seq).filter((one) => one.method === method && hasFields(one, headers));
    const fields = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name.toLowerCase(), value]]));
    const extra: ServerHttp = {
      seq: 0,
      at: 0,
      kind: "server-http",
      server: server ?? "s",
      instance: "spoilt",
      method,
      path: "/",
      headers: Object.fromEntries(fields) as Readonly<Record<string, string>>,
    };
    const moved = (at: number): HostTrace =>
      altered(trace, (event) => (right.includes(event as ServerHttp) ? { ...event, at } : event));
    return [
      ...miscounted(trace, method, right, times, extra),
      ...(atLeastMs === undefined ? [] : [{ does: "does not wait", trace: moved(from.at) }]),
      ...(withinMs === undefined ? [] : [{ does: "waits too long", trace: moved(from.at + withinMs + 1) }]),
    ];
  }),
} as const satisfies Readonly<Record<string, Spoil>>;

/** A message to a server that the trace does not hold. */
function frame(trace: HostTrace, server: string | undefined, message: JsonObject): ServerFrame {
  const known = hostEvents(trace, "server-received").find((event) => server === undefined || event.server === server);
  const base = known ?? { seq: 0, at: 0, kind: "server-received", server: server ?? "s", instance: "spoilt" };
  return { ...base, text: JSON.stringify(message) };
}
