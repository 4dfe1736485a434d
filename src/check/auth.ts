import { asObject, isArray } from "../jsonrpc/json.ts";
import { isSuccess, posts, type Responded, responded } from "../trace/http-facts.ts";
import { headerValue } from "../trace/message.ts";
import { exchangesTagged } from "../trace/step.ts";
import type { Trace } from "../trace/trace.ts";
import type { Check } from "./check.ts";
import { inconclusive, type Looked, notApplicable, type Outcome, overall } from "./outcome.ts";

const metadataPlace = {
  "2025-06-18": "basic/authorization#authorization-server-location",
  "2026-07-28": "basic/authorization/authorization-server-discovery#authorization-server-location",
} as const;

const challengePlace = {
  "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
  "2026-07-28": "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
} as const;

/** Requests that were sent without the Authorization header that other requests carried. */
const unauthorized = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "no-authorization"));

/** Judges servers that demand authorization; the others are not concerned. */
function whenDemanded(trace: Trace, judge: () => Outcome): Outcome {
  const without = unauthorized(trace);
  if (without.length === 0) return inconclusive("no request without authorization was sent");
  return without.some(({ response }) => isSuccess(response.status))
    ? notApplicable("the server demands no authorization")
    : judge();
}

/** Whether requests with the credentials of the run succeed: only then is a refusal without them due to their absence. */
const servedWithCredentials = (trace: Trace): boolean =>
  posts(trace).some(
    ({ request, response }) => headerValue(request.headers, "authorization") !== undefined && isSuccess(response.status),
  );

export const unauthorizedStatus: Check = {
  id: "auth.unauthorized-401",
  title: "A request without the authorization the server demands is answered with 401",
  subject: "server",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#error-handling",
    "2026-07-28": "basic/authorization/index#error-handling",
  },
  transports: ["http", "sse"],
  advice: "Answer 401 before anything else: it is what makes a client begin the authorization flow.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      if (!servedWithCredentials(trace) && unauthorized(trace).every(({ response }) => response.status !== 401))
        return inconclusive("no request with credentials was served, so that the reason of the refusal is not known");
      return overall(
        unauthorized(trace).map(({ response }): Looked => ({
          ref: response,
          wrong: response.status === 401 ? undefined : `status ${response.status}, expected 401`,
        })),
        "",
      );
    }),
};

export const invalidToken: Check = {
  id: "auth.invalid-token-401",
  title: "A request with an invalid token is answered with 401",
  subject: "server",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#token-handling",
    "2026-07-28": "basic/authorization/index#token-handling",
  },
  transports: ["http", "sse"],
  advice: "Validate signature, expiry and audience of every token, and answer 401 when one of them is wrong.",
  verify: (trace) =>
    whenDemanded(trace, () =>
      overall(
        responded(exchangesTagged(trace, "invalid-token")).map(({ response }): Looked => ({
          ref: response,
          wrong: response.status === 401 ? undefined : `status ${response.status} to an invalid token, expected 401`,
        })),
        "no request with an invalid token was sent",
      ),
    ),
};

const challenges = (trace: Trace): Responded[] => unauthorized(trace).filter(({ response }) => response.status === 401);

const challengeOf = ({ response }: Responded): string => headerValue(response.headers, "www-authenticate") ?? "";

const namesMetadata = (challenge: string): boolean => /resource_metadata\s*=\s*"?https?:\/\//i.test(challenge);

export const challengeNamesMetadata: Check = {
  id: "auth.challenge-names-metadata",
  title: "A 401 says in WWW-Authenticate where the protected resource metadata is",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/authorization#authorization-server-location", "2025-11-25": "removed" },
  transports: ["http"],
  advice: 'Send WWW-Authenticate: Bearer resource_metadata="https://…/.well-known/oauth-protected-resource".',
  verify: (trace) =>
    whenDemanded(trace, () =>
      overall(
        challenges(trace).map((exchange): Looked => ({
          ref: exchange.response,
          wrong: namesMetadata(challengeOf(exchange))
            ? undefined
            : `WWW-Authenticate is ${JSON.stringify(challengeOf(exchange))}, expected a resource_metadata URL`,
        })),
        "no 401 was seen",
      ),
    ),
};

/** The answers to the well-known URIs of RFC 9728, that of the endpoint's path and that of the root. */
const metadataAnswers = (trace: Trace): Responded[] => responded(exchangesTagged(trace, "protected-resource-metadata"));

export const metadataDiscoverable: Check = {
  id: "auth.metadata-discoverable",
  title: "Protected resource metadata can be found: by WWW-Authenticate or at a well-known URI",
  subject: "server",
  level: "MUST",
  spec: challengePlace,
  transports: ["http"],
  advice: "Name the document in WWW-Authenticate of the 401, or serve it at /.well-known/oauth-protected-resource.",
  tolerance:
    "Servers may negotiate authorization of their own kind: judged are those that answer 401 with the scheme Bearer, or without any.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const found = [
        ...challenges(trace).filter((one) => namesMetadata(challengeOf(one))),
        ...metadataAnswers(trace).filter(({ response }) => isSuccess(response.status)),
      ];
      if (found.length > 0)
        return overall(
          found.map(({ response }): Looked => ({ ref: response })),
          "",
        );
      const own = challenges(trace).every((one) => challengeOf(one) !== "" && !/\bbearer\b/i.test(challengeOf(one)));
      if (own) return notApplicable("the server uses an authorization scheme of its own");
      if (metadataAnswers(trace).length === 0) return inconclusive("the well-known URIs were not asked for");
      return overall(
        challenges(trace).map(({ response }): Looked => ({
          ref: response,
          wrong: "neither WWW-Authenticate nor the well-known URIs lead to protected resource metadata",
        })),
        "no 401 was seen",
      );
    }),
};

export const challengeScope: Check = {
  id: "auth.challenge-scope",
  title: "A 401 names the scopes that are needed",
  subject: "server",
  level: "SHOULD",
  spec: {
    "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
    "2026-07-28": "basic/authorization/index#scope-selection-strategy",
  },
  transports: ["http"],
  advice: 'Add scope="…" to WWW-Authenticate, so that clients ask for no more than they need.',
  verify: (trace) =>
    whenDemanded(trace, () => {
      const bearer = challenges(trace).filter((one) => /\bbearer\b/i.test(challengeOf(one)));
      if (bearer.length === 0) return notApplicable("the server does not ask for a Bearer token");
      return overall(
        bearer.map((exchange): Looked => ({
          ref: exchange.response,
          wrong: /\bscope\s*=/i.test(challengeOf(exchange)) ? undefined : "no scope in WWW-Authenticate",
        })),
        "",
      );
    }),
};

type Metadata = { readonly exchange: Responded; readonly document: ReturnType<typeof asObject> };

function documents(trace: Trace): Metadata[] {
  return metadataAnswers(trace)
    .filter(({ response, body }) => isSuccess(response.status) && body !== undefined && !body.cut)
    .flatMap((exchange) => {
      try {
        return [{ exchange, document: asObject(JSON.parse(exchange.body?.text ?? "")) }];
      } catch {
        return [{ exchange, document: {} }];
      }
    });
}

function overDocuments(trace: Trace, look: (metadata: Metadata) => Looked): Outcome {
  const found = documents(trace);
  if (found.length === 0 && metadataAnswers(trace).length > 0) return notApplicable("no metadata is served at a well-known URI");
  return overall(found.map(look), "the well-known URIs were not asked for");
}

export const metadataServers: Check = {
  id: "auth.metadata-authorization-servers",
  title: "The protected resource metadata names at least one authorization server",
  subject: "server",
  level: "MUST",
  spec: metadataPlace,
  transports: ["http"],
  advice: 'Serve JSON with "authorization_servers": ["https://…"].',
  verify: (trace) =>
    whenDemanded(trace, () =>
      overDocuments(trace, ({ exchange, document }): Looked => {
        const servers = document["authorization_servers"];
        const fine = isArray(servers) && servers.length > 0 && servers.every((server) => typeof server === "string");
        return {
          ref: exchange.response,
          wrong: fine ? undefined : `authorization_servers is ${JSON.stringify(servers) ?? "missing"}`,
        };
      }),
    ),
};

export const metadataResource: Check = {
  id: "auth.metadata-resource",
  title: "The protected resource metadata is about this server",
  subject: "server",
  level: "SHOULD",
  spec: metadataPlace,
  transports: ["http"],
  advice: 'Set "resource" to the URL clients use; RFC 9728 (section 3.3) has clients discard a document about another one.',
  verify: (trace) =>
    whenDemanded(trace, () =>
      overDocuments(trace, ({ exchange, document }): Looked => {
        const { resource } = document;
        const here = originOf(exchange.request.url);
        const fine = typeof resource === "string" && originOf(resource) === here;
        return {
          ref: exchange.response,
          wrong: fine ? undefined : `resource is ${JSON.stringify(resource) ?? "missing"}, expected a URL at ${here}`,
        };
      }),
    ),
};

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() ?? "";
