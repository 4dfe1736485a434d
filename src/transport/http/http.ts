import type { EventOf } from "../../trace/wire-event.ts";
import type { CloseHow, HeaderChanges, HttpClientTransport, RawHttpRequest, Sent } from "../client-transport.ts";
import { defaultLimits } from "../client-transport.ts";
import { settlesWithin } from "../../base/time/clock-waits.ts";
import { systemClock } from "../../base/time/clock.ts";
import { deferred } from "../../base/time/deferred.ts";
import { mergeHeaders, usualHeaders } from "./http-headers.ts";
import { parseEndpoint } from "../parse-endpoint.ts";
import { addressOf } from "./raw-request.ts";
import { createHttpWire, type HttpOptions } from "./http-wire.ts";
import { createInbox } from "../inbox.ts";
import { askingAgain } from "./ask-again.ts";

export type { HttpOptions } from "./http-wire.ts";

const sessionHeader = "mcp-session-id";

/**
 * Speaks Streamable HTTP (basic/transports, "Streamable HTTP"): every message is one POST, what comes back in any exchange
 * is delivered. Nothing is sent before the first message. `close("delete")` asks the server to end the session first, if
 * there is one; every other way just drops the exchanges.
 */
export function openHttp(options: HttpOptions): HttpClientTransport {
  const { connection, limits = defaultLimits, clock = systemClock } = options;
  const endpoint = parseEndpoint(options.url);
  const inbox = createInbox();
  const ended = deferred<void>();
  let defaults: Readonly<Record<string, string>> = {};
  let closing: Promise<void> | undefined;
  let deleted = false;
  let observe: (event: EventOf<"sse-event">) => void = () => undefined;
  const wire = createHttpWire(options, { deliver: inbox.deliver, onEvent: (event) => observe(event), onFlood: finish });

  /** The exchange in which a request goes on that was sent again, by the one it began in. */
  const goesOnIn = new Map<number, number>();
  const sendPatiently =
    options.asksAgain === true
      ? askingAgain(
          clock,
          () => closing !== undefined,
          (from, to) => void goesOnIn.set(from, to),
        )
      : undefined;

  function finish(): void {
    closing ??= Promise.resolve();
    ended.resolve();
  }

  function request(method: string, url: URL, changes: HeaderChanges, body: string | null): Sent {
    const headers = mergeHeaders(usualHeaders(method, body), options.headers ?? {}, defaults, changes);
    const omit = new Set(Object.keys(changes).flatMap((name) => (changes[name] === null ? [name.toLowerCase()] : [])));
    const start = (): Required<Sent> => wire.start({ method, url, headers, omit, body });
    return sendPatiently === undefined ? start() : sendPatiently(start);
  }

  function unlessClosed(send: () => Sent): Sent {
    return closing === undefined ? send() : wire.refuse("could not send: the connection is closed");
  }

  function raw(wanted: RawHttpRequest): Sent {
    const { url, headers } = addressOf(wanted, endpoint);
    const sent = request(wanted.method, url, { ...headers, ...wanted.headers }, wanted.body ?? null);
    // Who was turned away has ended nothing.
    if (wanted.method === "DELETE") void sent.responded?.then(({ status }) => (deleted ||= status !== 401 && status !== 403));
    return sent;
  }

  async function end(how: CloseHow, graceMs: number): Promise<void> {
    const hasSession = Object.keys(defaults).some((name) => name.toLowerCase() === sessionHeader);
    if (how === "delete" && hasSession && !deleted) {
      const goodbye = request("DELETE", endpoint, {}, null).ended;
      if (goodbye !== undefined) await settlesWithin(clock, graceMs, goodbye);
    }
    wire.shutdown();
    finish();
  }

  return {
    kind: "http",
    connection,
    unfinishedFor: wire.unfinishedFor,
    send: (text, headers = {}) => unlessClosed(() => request("POST", endpoint, headers, text)),
    listen: inbox.listen,
    ended: ended.promise,
    close: (how, graceMs = limits.graceMs) => (closing ??= end(how, graceMs)),
    stderrTail: () => "",
    setDefaultHeaders(headers) {
      defaults = { ...headers };
    },
    http: (wanted) => unlessClosed(() => raw(wanted)),
    openStream: (lastEventId) =>
      unlessClosed(() => request("GET", endpoint, lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }, null)),
    abort(exchange) {
      let latest = exchange;
      for (let next = goesOnIn.get(latest); next !== undefined; next = goesOnIn.get(latest)) latest = next;
      wire.abort(latest);
    },
    onStreamEvent(observer) {
      observe = observer;
    },
  };
}
