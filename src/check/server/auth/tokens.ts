import { isSuccess, posts, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { results } from "../../../trace/facts/spoken.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, type Outcome, overall } from "../../outcome.ts";
import { whenDemanded } from "../../rules/when-demanded.ts";

/** Where it is said that tokens are validated. */
const handling: Check["spec"] = {
  "2025-03-26": "basic/authorization#token-handling",
  "2026-07-28": "basic/authorization/index#token-handling",
};

/** Where the guide on security says it of revisions whose page on authorization does not. */
const passthrough = (revision: string): string =>
  `https://modelcontextprotocol.io/docs/${revision}/tutorials/security/security_best_practices#token-passthrough`;

const trusted = "Judged with tokens of an authorization server that --auth has the server trust, whose valid token is accepted.";

/** Whether the valid token is accepted: without that it may be the whole issuer that is not trusted. */
function validAccepted(trace: Trace): boolean {
  const answeredIn = new Set(results(trace).map(({ exchange }) => exchange));
  return posts(trace).some(
    (post) =>
      isSuccess(post.response.status) && answeredIn.has(post.exchange) && stepOf(trace, post.request)?.tag === "valid-token",
  );
}

/** Whether tokens of these kinds are refused; `why` says what is wrong with each. */
function refuses(trace: Trace, why: Readonly<Record<string, string>>): Outcome {
  const answeredIn = new Set(results(trace).map(({ exchange }) => exchange));
  const isServed = ({ response, exchange }: Responded): boolean => isSuccess(response.status) && answeredIn.has(exchange);
  const sent = Object.entries(why).flatMap(([kind, wrong]) =>
    responded(exchangesTagged(trace, `token-${kind}`)).map((exchange): Exhibit => ({
      ref: exchange.response,
      wrong: isServed(exchange) ? `a token ${wrong} was accepted` : undefined,
    })),
  );
  if (sent.length === 0) return inconclusive("no such token was sent (--auth says how the server is told whom to trust)");
  if (!validAccepted(trace))
    return inconclusive("the valid token was not accepted: perhaps the server does not trust its issuer");
  return whenDemanded(trace, () => overall(sent, ""));
}

export const tokenSigned: Check = {
  id: "auth.token-signed",
  title: "A token that the trusted authorization server has not signed is refused",
  subject: "server",
  level: "MUST",
  spec: handling,
  transports: ["http"],
  advice:
    "Verify the signature with the keys the issuer publishes, never take alg none, and compare iss with the issuer you trust.",
  tolerance: trusted,
  verify: (trace) =>
    refuses(trace, {
      unsigned: "without a signature (alg none)",
      "wrong-key": "signed by a key its issuer does not publish",
      "other-issuer": "that names another issuer",
    }),
};

export const tokenAudience: Check = {
  id: "auth.token-audience",
  title: "A token that was issued for another resource is refused",
  subject: "server",
  level: "MUST",
  spec: {
    "2024-11-05": passthrough("2024-11-05"),
    "2025-03-26": passthrough("2025-03-26"),
    "2025-06-18": "basic/authorization#token-handling",
    "2026-07-28": "basic/authorization/index#token-handling",
  },
  transports: ["http"],
  advice: "Compare aud with your own URL: whoever runs another server with the same issuer has tokens of your users.",
  tolerance: trusted,
  verify: (trace) => refuses(trace, { "other-audience": "for another resource" }),
};

export const tokenLifetime: Check = {
  id: "auth.token-lifetime",
  title: "A token that has expired, or is not valid yet, is refused",
  subject: "server",
  level: "MUST",
  spec: handling,
  transports: ["http"],
  advice: "Look at exp and nbf with every request; a minute of difference between clocks is enough.",
  tolerance: `${trusted} Times are off by an hour.`,
  verify: (trace) => refuses(trace, { expired: "that expired an hour ago", early: "that is valid only in an hour" }),
};

export const tokenInQuery: Check = {
  id: "auth.token-in-query",
  title: "A token in the query of the URL opens nothing",
  subject: "server",
  level: "PRACTICE",
  spec: {
    "2025-03-26": "basic/authorization#token-requirements",
    "2026-07-28": "basic/authorization/index#token-requirements",
  },
  transports: ["http"],
  advice: "Read tokens from the header Authorization alone: URLs end in logs and histories.",
  tolerance: "That tokens must not be in the query is said to clients; a server that takes them there invites them to.",
  verify: (trace) => refuses(trace, { query: "in the query" }),
};
