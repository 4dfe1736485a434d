import type { EventOf } from "../../trace/wire-event.ts";
import type { HeaderChanges, RawHttpRequest, RawHttpTransport, Sent } from "../client-transport.ts";
import { systemClock } from "../../base/time/clock.ts";
import { deferred } from "../../base/time/deferred.ts";
import { mergeHeaders, usualHeaders } from "../http/http-headers.ts";
import { createHttpWire, type HttpOptions } from "../http/http-wire.ts";
import { addressOf } from "../http/raw-request.ts";
import { createInbox } from "../inbox.ts";
import { parseEndpoint } from "../parse-endpoint.ts";

/** What an HTTP+SSE transport is opened with. */
export type SseOptions = HttpOptions & {
  /** How long the server may take to say where to POST, in ms; ten seconds when absent. */
  readonly endpointTimeoutMs?: number | undefined;
};

/**
 * Speaks the HTTP+SSE transport of 2024-11-05 (basic/transports, "HTTP with SSE"): opens the stream at once, learns from
 * its `endpoint` event where messages go, and holds messages back until then. An endpoint on another origin is refused.
 * Every way to close it drops the stream; its end, whoever caused it, is the end of the connection.
 */
export function openSse(options: SseOptions): RawHttpTransport {
  const { recorder, connection, clock = systemClock, endpointTimeoutMs = 10_000 } = options;
  const url = parseEndpoint(options.url);
  const inbox = createInbox();
  const ended = deferred<void>();
  const known = deferred<URL | undefined>();
  let target: URL | undefined;
  let over = false;

  const wire = createHttpWire(options, { deliver: inbox.deliver, onEvent: noteEndpoint, onFlood: finish });
  const cancelTimer = clock.setTimeout(endpointTimeoutMs, () =>
    giveUp(`the server named no endpoint to POST to within ${endpointTimeoutMs} ms`),
  );
  const stream = wire.start({
    method: "GET",
    url,
    headers: mergeHeaders(usualHeaders("GET", null), options.headers ?? {}),
    body: null,
  });
  void watchStream();

  async function watchStream(): Promise<void> {
    const { status, headers } = await stream.responded;
    const type = headers["content-type"] ?? "none";
    if (status !== undefined && (status !== 200 || !/^\s*text\/event-stream/iu.test(type)))
      giveUp(`the server opened no event stream: status ${status}, content type ${type}`);
    const { how } = await stream.ended;
    if (how === "complete" && target === undefined) giveUp("the stream ended before the server named an endpoint to POST to");
    finish();
  }

  function noteEndpoint(event: EventOf<"sse-event">): void {
    if (event.exchange !== stream.exchange || event.event !== "endpoint" || target !== undefined || event.unterminated) return;
    const named = event.data ?? "";
    const resolved = URL.canParse(named, url.href) ? new URL(named, url) : undefined;
    if (resolved === undefined) return giveUp(`the endpoint ${JSON.stringify(named)} is not a URL`);
    if (resolved.origin !== url.origin)
      return giveUp(`the endpoint ${JSON.stringify(named)} is on another origin than ${url.origin}`);
    target = resolved;
    cancelTimer();
    known.resolve(resolved);
  }

  function giveUp(message: string): void {
    if (over) return;
    wire.fail(message);
    finish();
  }

  function finish(): void {
    if (over) return;
    over = true;
    cancelTimer();
    wire.shutdown();
    known.resolve(undefined);
    ended.resolve();
  }

  function post(to: URL, text: string, changes: HeaderChanges, exchange?: number): Required<Sent> {
    return request("POST", to, changes, text, exchange);
  }

  function request(method: string, to: URL, changes: HeaderChanges, body: string | null, exchange?: number): Required<Sent> {
    const omit = new Set(Object.keys(changes).flatMap((name) => (changes[name] === null ? [name.toLowerCase()] : [])));
    const headers = mergeHeaders(usualHeaders(method, body), options.headers ?? {}, changes);
    return wire.start({ method, url: to, headers, omit, body }, exchange);
  }

  /** What is asked for is resolved against the address of the stream. */
  function raw(wanted: RawHttpRequest): Sent {
    const { url: to, headers } = addressOf(wanted, url);
    return request(wanted.method, to, { ...headers, ...wanted.headers }, wanted.body ?? null);
  }

  /** Messages wait for the endpoint in the order they were sent; each has its exchange number from the start. */
  function postLater(text: string, changes: HeaderChanges): Sent {
    const exchange = recorder.nextExchange();
    const sent = known.promise.then((to) =>
      to === undefined || over
        ? wire.refuse("could not send: the connection ended before the server named an endpoint", exchange)
        : post(to, text, changes, exchange),
    );
    return { exchange, responded: sent.then((later) => later.responded), ended: sent.then((later) => later.ended) };
  }

  return {
    kind: "sse",
    connection,
    send(text, changes = {}) {
      if (over) return wire.refuse("could not send: the connection is closed");
      return target === undefined ? postLater(text, changes) : post(target, text, changes);
    },
    http: (wanted) => (over ? wire.refuse("could not send: the connection is closed") : raw(wanted)),
    abort: wire.abort,
    listen: inbox.listen,
    ended: ended.promise,
    close() {
      finish();
      return Promise.resolve();
    },
    stderrTail: () => "",
  };
}
