import { asObject } from "../../../jsonrpc/json.ts";
import { challengeOf, type scopeSteps, scopesOf } from "../../../trace/facts/authorization.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { isSuccess, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, type Outcome, overall, overallIfAny } from "../../outcome.ts";
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

/** What was asked with tokens of growing scope: by the text of the request but for its id. */
function byRequest(trace: Trace, tag: (typeof scopeSteps)[number]): ReadonlyMap<string, Responded> {
  return new Map(
    responded(exchangesTagged(trace, tag)).flatMap((exchange) => {
      const frame = frameIn(exchange.request);
      if (frame?.kind !== "request") return [];
      const { name, uri, arguments: given } = asObject(frame.params);
      return [[JSON.stringify([frame.method, name, uri, given]), exchange] as const];
    }),
  );
}

export const scopeAtOnce: Check = {
  id: "auth.scope-at-once",
  title: "A refusal for too little scope names all scopes that the request takes: with these it is served",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/index#runtime-insufficient-scope-errors" },
  transports: ["http"],
  advice: "Work out all scopes that an operation takes before you refuse it, and name them in one challenge.",
  tolerance:
    "Only what is shown both ways counts: with the scopes of the first refusal it was refused again, for others, and with those too it was served.",
  verify(trace) {
    const first = byRequest(trace, "narrow-token");
    const then = byRequest(trace, "stepped-up");
    const atLast = byRequest(trace, "stepped-up-again");
    if (then.size === 0)
      return notApplicable("nothing was refused to a token with too little scope that named the scopes it takes");
    const looked = [...first].flatMap(([request, refused]): Exhibit[] => {
      const named = scopesOf(refused);
      const answer = then.get(request);
      if (named === undefined || answer === undefined) return [];
      if (isSuccess(answer.response.status)) return [{ ref: answer.response }];
      const more = (scopesOf(answer) ?? []).filter((scope) => !named.includes(scope));
      const served = atLast.get(request);
      if (more.length === 0 || served === undefined || !isSuccess(served.response.status)) return [];
      const wrong = `demanded ${named.join(" ")} first, and ${more.join(" ")} of the token that had these`;
      return [
        { ref: answer.response, wrong },
        { ref: refused.response, wrong },
        { ref: served.response, wrong },
      ];
    });
    return looked.length === 0
      ? notApplicable("what was refused was not served with the scopes that were named either")
      : overall(looked, "");
  },
};
