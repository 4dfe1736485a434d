import { httpExchanges } from "../../trace/http-exchange.ts";
import { errorCodeOf, isLoopback, isSuccess, responded } from "../../trace/facts/http-facts.ts";
import { headerValue } from "../../trace/message.ts";
import { errors, results } from "../../trace/facts/spoken.ts";
import { exchangesTagged } from "../../trace/step.ts";
import { revisionsIn, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, inconclusive, notApplicable, type Outcome, overall, overallIfAny } from "../outcome.ts";
import { places } from "../places.ts";
import { turnedAwayAnyway } from "../rules/status-anyway.ts";
import { expectStatus } from "../rules/http-status.ts";

const remote = "which origins a server on another machine trusts cannot be seen";

const remoteTolerance =
  "Judged on this machine only: which origins a public server trusts cannot be seen from outside. Any refusal (status 400 and above, or a dropped connection) is accepted.";

/** Whether every request with one of these tags was refused, on a server of this machine. */
function turnedAway(trace: Trace, tags: readonly string[], what: string): Outcome {
  if (trace.subject.transport === "http" && revisionsIn(trace).every((revision) => revision < "2025-03-26"))
    return notApplicable("Streamable HTTP is not part of this revision");
  // Without an Origin it is the end of the session, as every client would ask for it.
  const exchanges = tags
    .flatMap((tag) => exchangesTagged(trace, tag))
    .filter(({ request }) => headerValue(request.headers, "origin") !== undefined);
  if (exchanges.length > 0 && !exchanges.some(({ request }) => isLoopback(request.url))) return notApplicable(remote);
  return overall(
    exchanges
      .filter(({ request }) => isLoopback(request.url))
      .map(({ request, response, end }): Exhibit => {
        if (response === undefined) return { ref: end ?? request };
        const name = request.method === "POST" ? "request" : request.method;
        return {
          ref: response,
          wrong: response.status < 400 ? `a ${name} with ${what} was served with status ${response.status}` : undefined,
        };
      }),
    "no such request was sent",
  );
}

export const originValidated: Check = {
  id: "security.origin-validated",
  title: "A request with a foreign Origin is refused",
  subject: "server",
  level: "MUST",
  spec: places.originHttp,
  transports: ["http", "sse"],
  advice:
    "Compare Origin with a list of allowed origins and answer 403; without it any web page can use a local server by DNS rebinding.",
  tolerance: remoteTolerance,
  verify: (trace) => turnedAway(trace, ["foreign-origin", "foreign-origin-without-message"], "the Origin of another site"),
};

export const originStatus: Check = {
  id: "security.origin-403",
  title: "A foreign Origin that is refused is answered with 403",
  subject: "server",
  level: "MUST",
  spec: { "2025-11-25": "basic/transports#security-warning", "2026-07-28": "basic/transports/streamable-http#security-endpoint" },
  transports: ["http"],
  advice: "Answer 403 Forbidden to a request with an Origin you do not allow.",
  verify(trace) {
    const exchanges = exchangesTagged(trace, "foreign-origin");
    if (exchanges.length > 0 && !exchanges.some(({ response }) => response !== undefined && response.status >= 400))
      return notApplicable("the server refuses no Origin with a status");
    return overall(
      responded(exchanges)
        .filter((exchange) => exchange.response.status >= 400 && !turnedAwayAnyway(trace, exchange))
        .map((exchange) => expectStatus(exchange, 403)),
      "no foreign Origin was refused for its own sake",
    );
  },
};

export const rebindingRefused: Check = {
  id: "security.dns-rebinding",
  title: "A request such as DNS rebinding makes (Host and Origin of another site) is refused",
  subject: "server",
  level: "PRACTICE",
  spec: places.originHttp,
  transports: ["http", "sse"],
  advice: "Allow only your own names in Host and Origin.",
  tolerance: remoteTolerance,
  verify: (trace) => turnedAway(trace, ["dns-rebinding"], "Host and Origin of another site"),
};

export const originReflected: Check = {
  id: "security.no-reflected-origin",
  title: "A foreign Origin is not allowed to read answers with credentials",
  subject: "server",
  level: "PRACTICE",
  spec: places.originHttp,
  transports: ["http", "sse"],
  advice: "Never send back the Origin you were given together with Access-Control-Allow-Credentials: true.",
  verify(trace) {
    const exchanges = exchangesTagged(trace, "foreign-origin");
    if (exchanges.length > 0 && responded(exchanges).length === 0) return notApplicable("the server drops the connection");
    return overall(
      responded(exchanges).map(({ request, response }): Exhibit => {
        const origin = headerValue(request.headers, "origin");
        const allowed = headerValue(response.headers, "access-control-allow-origin");
        const credentials = headerValue(response.headers, "access-control-allow-credentials")?.trim().toLowerCase() === "true";
        const open = credentials && origin !== undefined && allowed === origin;
        return { ref: response, wrong: open ? `the Origin ${origin} is allowed to read with credentials` : undefined };
      }),
      "no request with a foreign Origin was sent",
    );
  },
};

/** How stack traces look in the runtimes servers are written in. */
const traceBegins: readonly RegExp[] = [/Traceback \(most recent call last\)/, /goroutine \d+ \[running\]/];

/** How a line begins that tells of one call, and what stands further on in it, one behind the other: in JavaScript, Java, .NET and Rust. */
const callLines: readonly (readonly [begin: RegExp, ...then: RegExp[]])[] = [
  [/^\s+at ./, /node:|file:\/\/|[/\\]|[A-Za-z]:\\/, /:\d+:\d/],
  [/^\s+at [\w.$]+\(\w+\.java:\d+\)/],
  [/^\s+at ./, / in ./, /\.cs:line \d/],
  [/panicked at ./, /\.rs:\d+:\d/],
];

/** Each is looked for behind the one before it, so that a long line is read once for each. */
function hasInOrder(line: string, patterns: readonly RegExp[]): boolean {
  let rest = line;
  return patterns.every((pattern) => {
    const found = pattern.exec(rest);
    if (found !== null) rest = rest.slice(found.index + found[0].length);
    return found !== null;
  });
}

function showsCalls(text: string): boolean {
  return (
    traceBegins.some((pattern) => pattern.test(text)) ||
    text.split("\n").some((line) => callLines.some((patterns) => hasInOrder(line, patterns)))
  );
}

export const noStackTrace: Check = {
  id: "security.no-stack-trace",
  title: "Errors carry no stack traces",
  subject: "server",
  level: "PRACTICE",
  spec: places.errors,
  advice: "Log the stack to stderr; send the client, and so the model, what went wrong in words.",
  explains: [{ checks: ["jsonrpc.error-message-concise"], within: "message" }],
  verify(trace) {
    const failed = results(trace).filter(({ frame }) => JSON.stringify(frame.result).includes('"isError":true'));
    return overall(
      [...errors(trace), ...failed].map((message): Exhibit => {
        const text = texts(message.frame.value).join("\n");
        return {
          ref: message,
          wrong: showsCalls(text) ? `a stack trace in the answer: ${JSON.stringify(text.slice(0, 80))}` : undefined,
        };
      }),
      "the server reported no error",
    );
  },
};

/** Every string in a JSON value. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

export const errorPages: Check = {
  id: "security.no-error-page",
  title: "Refused HTTP requests carry no stack trace in their body",
  subject: "server",
  level: "PRACTICE",
  spec: places.sending,
  transports: ["http", "sse"],
  advice: "Turn off the development error handler of your web framework (NODE_ENV=production, debug=False).",
  verify(trace) {
    return overallIfAny(
      responded(httpExchanges(trace))
        .filter((exchange) => !isSuccess(exchange.response.status) && errorCodeOf(trace, exchange) === undefined)
        .map(({ response, body }): Exhibit => {
          const text = (body?.text ?? "").replaceAll("<br>", "\n").replaceAll("&nbsp;", " ");
          return { ref: body ?? response, wrong: showsCalls(text) ? "a stack trace in the body" : undefined };
        }),
      "no HTTP request was refused without a JSON-RPC error",
    );
  },
};

export const listensLocally: Check = {
  id: "security.listens-locally",
  title: "A server on this machine listens on the loopback address only",
  subject: "server",
  level: "SHOULD",
  spec: places.originHttp,
  transports: ["http", "sse"],
  advice: "Bind to 127.0.0.1 instead of 0.0.0.0 (or to ::1 instead of ::), unless other machines are to use the server.",
  tolerance:
    "Judged on this machine only, by a request to 127.0.0.2 with the header Host of the endpoint: who answers there listens on more than one address. In a container a server may have to, and a port that is forwarded from one looks the same.",
  verify(trace) {
    const asked = exchangesTagged(trace, "other-address");
    if (asked.length === 0) return inconclusive("the server was not asked at another address of this machine");
    return overallIfAny(
      asked.flatMap(({ request, response, end }): Exhibit[] => {
        if (response !== undefined)
          return isSuccess(response.status) ? [{ ref: response, wrong: `the server answers at ${request.url} too` }] : [];
        return end?.how === "broken" && end.message?.includes("refused") === true ? [{ ref: end }] : [];
      }),
      "what answered at another address of this machine did not serve the request",
    );
  },
};
