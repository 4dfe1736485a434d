import { isArray, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { unsupportedProtocolVersion } from "../../../jsonrpc/error-codes.ts";
import { type ClientCall, clientCalls } from "../../../trace/facts/client-facts.ts";
import { connections, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** The requests of each scenario, in order. */
function byScenario(trace: Trace): readonly (readonly ClientCall[])[] {
  const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
  const all = clientCalls(trace);
  return [...new Set(sessions.values())].map((session) =>
    all.filter(({ request }) => sessions.get(request.connection) === session),
  );
}

/** The first answer that shows that a server is of a stateless revision. */
const firstModern = (calls: readonly ClientCall[], kind: "result" | "refused"): ClientCall | undefined =>
  calls.find(({ request, answer }) => {
    if (answer === undefined || valueAt(request.frame.params, "_meta", versionKey) === undefined) return false;
    if (answer.frame.kind === "result") return kind === "result";
    return kind === "refused" && valueAt(answer.frame.value, "error", "code") === unsupportedProtocolVersion;
  });

/** What comes first over stdio. */
export const probesFirst: Check = {
  id: "discovery.client-probes",
  title: "The first request to a server is server/discover",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/stdio#backward-compatibility" },
  transports: ["stdio"],
  advice: "Send server/discover before anything else: a server of an earlier era answers it with an error, and harms nothing.",
  tolerance: "A client may ask one process of the server, and talk to another one.",
  verify: (trace) =>
    overall(
      byScenario(trace).flatMap(([first]): Exhibit[] => {
        if (first === undefined) return [];
        const { method } = first.request.frame;
        return [{ ref: first.request, wrong: method === "server/discover" ? undefined : `the first request is ${method}` }];
      }),
      "the client sent no request",
    ),
};

/** What a server is, it stays. */
export const eraKept: Check = {
  id: "discovery.client-era-kept",
  title: "A client that knows a server for one of a stateless revision does not try a handshake with it",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/versioning#backward-compatibility-with-initialization-based-versions" },
  advice: "Remember what the server is for as long as its process runs, or for its origin.",
  verify: (trace) =>
    overall(
      byScenario(trace).flatMap((calls): Exhibit[] => {
        const known = firstModern(calls, "result");
        if (known === undefined) return [];
        const again = calls.find(
          ({ request }) => request.frame.method === "initialize" && request.seq > (known.answer?.seq ?? Infinity),
        );
        return [
          { ref: again?.request ?? known.request, wrong: again && "initialize was sent to a server that is known for stateless" },
        ];
      }),
      "no server answered a request of a stateless revision",
    ),
};

/** An error a later server gives is read before anything else is tried. */
export const refusalRead: Check = {
  id: "discovery.client-refusal-read",
  title: "An UnsupportedProtocolVersionError is taken for the answer of a stateless server, not for a reason to try a handshake",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/streamable-http#backward-compatibility" },
  advice: "Look at the code in the body of a 400 before you fall back to initialize.",
  verify: (trace) =>
    overall(
      byScenario(trace).flatMap((calls): Exhibit[] => {
        const refused = firstModern(calls, "refused");
        if (refused === undefined) return [];
        const fell = calls.find(
          ({ request }) => request.frame.method === "initialize" && request.seq > (refused.answer?.seq ?? Infinity),
        );
        return [{ ref: fell?.request ?? refused.request, wrong: fell && "it fell back to initialize" }];
      }),
      "no request was refused for its version",
    ),
};

/** No version is spoken that nobody supports. */
export const onlyKnownVersions: Check = {
  id: "discovery.client-unsupported-version",
  title: "A client that supports none of the versions a server names uses none of them",
  subject: "client",
  level: "SHOULD",
  spec: places.statelessVersion,
  advice: "Choose a version from the list that you support yourself; where there is none, tell the user.",
  verify: (trace) =>
    overall(
      byScenario(trace).flatMap((calls): Exhibit[] => {
        const refused = firstModern(calls, "refused");
        if (refused?.answer?.frame.kind !== "error") return [];
        const supported = valueAt(refused.answer.frame.value, "error", "data", "supported") ?? [];
        const named = new Set<Json>(isArray(supported) ? supported : []);
        const later = calls.find(({ request }) => {
          const version = valueAt(request.frame.params, "_meta", versionKey) ?? valueAt(request.frame.params, "protocolVersion");
          return request.seq > refused.request.seq && typeof version === "string" && version > "2090" && named.has(version);
        });
        return [
          {
            ref: later?.request ?? refused.request,
            wrong: later && `${later.request.frame.method} was sent in a version nobody knows, of ${shortJson(supported)}`,
          },
        ];
      }),
      "no request was refused for its version",
    ),
};
