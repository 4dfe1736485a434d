import { challengeOf } from "../../../trace/facts/authorization.ts";
import { isSuccess, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, type Outcome, overallIfAny } from "../../outcome.ts";
import { expectStatus } from "../../rules/http-status.ts";

const spec: Check["spec"] = {
  "2025-11-25": "basic/authorization#runtime-insufficient-scope-errors",
  "2026-07-28": "basic/authorization/index#runtime-insufficient-scope-errors",
};

/** What was refused to a valid token that has little scope. */
function overRefusals(trace: Trace, look: (exchange: Responded) => Exhibit): Outcome {
  const sent = responded(exchangesTagged(trace, "narrow-token"));
  if (sent.length === 0) return inconclusive("no token with too little scope was sent (--auth, member narrow)");
  return overallIfAny(
    sent.filter(({ response }) => !isSuccess(response.status)).map(look),
    "nothing was refused to the token with little scope",
  );
}

export const scopeStatus: Check = {
  id: "auth.scope-403",
  title: "A request for which a valid token has too little scope is answered with 403",
  subject: "server",
  level: "SHOULD",
  spec,
  transports: ["http"],
  advice: "Answer 403: 401 makes a client think that its token is worth nothing.",
  verify: (trace) => overRefusals(trace, (exchange) => expectStatus(exchange, 403)),
};

export const scopeChallenge: Check = {
  id: "auth.scope-challenge",
  title: "A refusal for too little scope says so, names the scopes that are needed, and where the metadata is",
  subject: "server",
  level: "SHOULD",
  spec,
  transports: ["http"],
  advice:
    'Send WWW-Authenticate: Bearer error="insufficient_scope", scope="…", resource_metadata="…": from that a client steps up.',
  verify: (trace) =>
    overRefusals(trace, (exchange) => {
      const challenge = challengeOf(exchange);
      const missing = [
        ...(/\bbearer\b/i.test(challenge) ? [] : ["the scheme Bearer"]),
        ...(/\berror\s*=\s*"?insufficient_scope\b/i.test(challenge) ? [] : ['error="insufficient_scope"']),
        ...(/\bscope\s*=/i.test(challenge) ? [] : ["scope"]),
        ...(/\bresource_metadata\s*=/i.test(challenge) ? [] : ["resource_metadata"]),
      ];
      return { ref: exchange.response, wrong: missing.length === 0 ? undefined : `WWW-Authenticate lacks ${missing.join(", ")}` };
    }),
};
