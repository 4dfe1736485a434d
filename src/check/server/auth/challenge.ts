import { isSuccess, posts, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { challenges, namesMetadata, challengeOf, methodIn, unauthorized } from "../../../trace/facts/authorization.ts";
import { expectStatus } from "../../rules/http-status.ts";
import { whenDemanded } from "../../rules/when-demanded.ts";

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
        unauthorized(trace)
          .filter(({ response }) => !isSuccess(response.status)) // what is served is judged by auth.every-request
          .map((exchange) => expectStatus(exchange, 401)),
        "no request without authorization was refused",
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
        [
          ...responded(exchangesTagged(trace, "invalid-token")),
          ...foreignTokens
            .flatMap((kind) => responded(exchangesTagged(trace, `token-${kind}`)))
            .filter(({ response }) => !isSuccess(response.status)), // what is served is judged by the checks of these tokens
        ]
          .filter((exchange) => !isOpen(trace, exchange))
          .map(({ response }): Exhibit => ({
            ref: response,
            wrong: response.status === 401 ? undefined : `status ${response.status} to an invalid token, expected 401`,
          })),
        "no request with an invalid token was sent",
      ),
    ),
};

/** Kinds of tokens that are to be refused as invalid. */
const foreignTokens = ["expired", "early", "other-audience", "other-issuer", "unsigned", "wrong-key"];

/** Whether the server serves requests of the same method without any token. */
const isOpen = (trace: Trace, exchange: Responded): boolean =>
  unauthorized(trace).some(
    (other) => isSuccess(other.response.status) && methodIn(other) === methodIn(exchange) && methodIn(other) !== undefined,
  );

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
        challenges(trace).map((exchange): Exhibit => ({
          ref: exchange.response,
          wrong: namesMetadata(challengeOf(exchange))
            ? undefined
            : `WWW-Authenticate is ${JSON.stringify(challengeOf(exchange))}, expected a resource_metadata URL`,
        })),
        "no 401 was seen",
      ),
    ),
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
        bearer.map((exchange): Exhibit => ({
          ref: exchange.response,
          wrong: /\bscope\s*=/i.test(challengeOf(exchange)) ? undefined : "no scope in WWW-Authenticate",
        })),
        "",
      );
    }),
};
