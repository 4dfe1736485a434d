import { valueAt } from "../../../../jsonrpc/json.ts";
import { parseFrame } from "../../../../jsonrpc/frame.ts";
import { deferred } from "../../../../base/time/deferred.ts";
import type {
  ClientTransport,
  ExchangeEnd,
  HeaderChanges,
  HttpClientTransport,
  Sent,
} from "../../../../transport/client-transport.ts";
import type { AuthFault } from "./auth-faults.ts";
import type { Authorizer } from "./authorizer.ts";

/** Most times one message is sent: without a token, with one, with more scope, with another one. */
const mostAttempts = 40;

type Answered = Awaited<NonNullable<Sent["responded"]>>;

/** Told what came of a message, and in which exchange. */
type Told = (answer: Answered, last: Sent) => void;

/** A transport whose requests carry a token, and are sent again when a new one was got for them. Why none was is told to `failed`. */
export function authorizedTransport(
  transport: ClientTransport,
  authorizer: Authorizer,
  {
    url,
    faults,
    failed,
  }: { readonly url: string; readonly faults: ReadonlySet<AuthFault>; readonly failed: (error: unknown) => void },
): ClientTransport {
  if (transport.kind !== "http") return transport;
  const inner = transport as HttpClientTransport;
  const latest = new Map<number, number>();
  let given: Readonly<Record<string, string>> = {};

  const apply = (): void => {
    const token = authorizer.token();
    inner.setDefaultHeaders(token === undefined ? given : { ...given, Authorization: `Bearer ${token}` });
  };

  function once(text: string, headers: HeaderChanges): Sent {
    apply();
    const token = authorizer.token();
    const alone = faults.has("puts-token-into-address-alone");
    if (token === undefined || !(alone || faults.has("puts-token-into-address"))) return inner.send(text, headers);
    const path = `${new URL(url).pathname}?access_token=${token}`;
    return inner.http({ method: "POST", path, headers: alone ? { ...headers, Authorization: null } : headers, body: text });
  }

  /** Follows a message that was sent until it is refused no more; tells at once what came of it, for a session id is in the headers. */
  function follow(sent: Sent, attempt: number, text: string, headers: HeaderChanges, told: Told): void {
    void sent.responded?.then((answer) => {
      const isRefused = answer.status === 401 || answer.status === 403;
      if (!isRefused || attempt >= mostAttempts) return told(answer, sent);
      authorizer.challenged(answer.status ?? 0, answer.headers["www-authenticate"], about(text)).then(
        (again) => (again ? follow(once(text, headers), attempt + 1, text, headers, told) : told(answer, sent)),
        (error: unknown) => {
          failed(error);
          told(answer, sent);
        },
      );
    });
  }

  const wrapped: HttpClientTransport = {
    ...inner,
    setDefaultHeaders(headers) {
      given = headers;
      apply();
    },
    send(text, headers = {}) {
      const first = once(text, headers);
      if (first.responded === undefined || first.ended === undefined) return first;
      const [responded, ended] = [deferred<Answered>(), deferred<ExchangeEnd>()];
      follow(first, 1, text, headers, (answer, last) => {
        if (first.exchange !== undefined && last.exchange !== undefined) latest.set(first.exchange, last.exchange);
        responded.resolve(answer);
        void last.ended?.then((end) => setImmediate(() => ended.resolve(end)));
      });
      return { ...first, responded: responded.promise, ended: ended.promise };
    },
    // What is in the headers of an answer is told a moment later than without us, and has to be known before what is in its body.
    listen: (listener) => inner.listen((incoming) => void setImmediate(() => listener(incoming))),
    abort: (exchange) => inner.abort(latest.get(exchange) ?? exchange),
  };
  return wrapped;
}

/** What a message is about: its method and what it uses. */
function about(text: string): string {
  const frame = parseFrame(text);
  if (frame.kind !== "request" && frame.kind !== "notification") return "";
  const name = valueAt(frame.params, "name");
  return `${frame.method} ${typeof name === "string" ? name : ""}`;
}
