import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import {
  after,
  answeredObject,
  authRequests,
  authStories,
  type AuthStep,
  documentBefore,
  isLetIn,
  sentText,
  textsIn,
} from "../../rules/auth/auth-seen.ts";

const place = {
  "2025-03-26": "basic/authorization#token-requirements",
  "2026-07-28": "basic/authorization/index#token-requirements",
} as const;

const noToken = "the client sent no token";

const requests = (steps: readonly AuthStep[]): readonly AuthStep[] => steps.filter(({ endpoint }) => endpoint === "mcp");

/** A token is in the header that is for it. */
export const bearerHeader: Check = {
  id: "auth.client-bearer-header",
  title: "The client sends its token in the header Authorization, as Bearer",
  subject: "client",
  level: "MUST",
  spec: place,
  transports: ["http"],
  advice: "Send Authorization: Bearer <access token>.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap(({ steps }) =>
        requests(steps).flatMap((step): Exhibit[] => {
          if (step.found["token"] === undefined) return [];
          return [
            {
              ref: step,
              wrong: step.found["where"] === "header" ? undefined : `a token came in the ${JSON.stringify(step.found["where"])}`,
            },
          ];
        }),
      ),
      noToken,
    ),
};

/** Every request has it. */
export const tokenEverywhere: Check = {
  id: "auth.client-token-everywhere",
  title: "Once it has a token, every request of the client to the MCP server has one",
  subject: "client",
  level: "MUST",
  spec: place,
  transports: ["http"],
  advice: "Add Authorization to every HTTP request: POST, GET and DELETE, whether there is a session or not.",
  tolerance:
    "Not of a request after the authorization server refused to give a token: the client may have thrown away what it had.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap(({ steps }) => {
        // A token that was refused is none any more: who gets no other one goes on without.
        let has = false;
        // Of two refreshes at once the second is refused, and a client then throws away what the first has brought.
        let mayHaveDropped = false;
        return steps.flatMap((step): Exhibit[] => {
          if (step.endpoint === "token") mayHaveDropped = answeredObject(step) === undefined;
          if (mayHaveDropped) has = false;
          if (step.endpoint !== "mcp") return [];
          const given = step.found["token"] !== undefined;
          const wrong = given || !has ? undefined : `${sentText(step, "method") ?? `a ${step.method}`} is without one`;
          const counts = has || isLetIn(step);
          if (given) has = !mayHaveDropped && step.answer?.status !== 401;
          return counts ? [{ ref: step, wrong }] : [];
        });
      }),
      "no token of the client let it in",
    ),
};

/** No address has it. */
export const tokenNotInAddress: Check = {
  id: "auth.client-token-not-in-address",
  title: "No address the client asks has a token in its query",
  subject: "client",
  level: "MUST NOT",
  spec: place,
  transports: ["http"],
  advice: "Leave access_token out of URLs: they end up in logs.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap(({ steps }) =>
        requests(steps).flatMap((step): Exhibit[] => {
          if (step.found["token"] === undefined) return [];
          return [{ ref: step, wrong: step.found["queried"] === true ? "a token is in the query of an address" : undefined }];
        }),
      ),
      noToken,
    ),
};

/** Only tokens of the server's own authorization server. */
export const ownTokens: Check = {
  id: "auth.client-own-tokens",
  title: "Once the MCP server names another authorization server, it is sent no token of the old one",
  subject: "client",
  level: "MUST NOT",
  spec: {
    "2025-06-18": "basic/authorization#token-handling",
    "2026-07-28": "basic/authorization/index#token-handling",
  },
  transports: ["http"],
  advice: "Keep tokens by issuer, and drop them when the protected resource metadata name another authorization server.",
  tolerance:
    "Not of a request between being sent to the new authorization server and having its token: of two requests that are refused side by side each may be tried again.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const documents = story.steps.filter(
          ({ endpoint, answer }) => endpoint === "resource-metadata" && answer?.status === 200,
        );
        const named = (step: AuthStep): string =>
          JSON.stringify(documentBefore(story, { ...step, seq: step.seq + 1 }, "resource-metadata")?.["authorization_servers"]);
        const [first] = documents;
        const moved = documents.find((step) => first !== undefined && named(step) !== named(first));
        if (moved === undefined) return [];
        const isOld = (step: AuthStep): boolean => step.found["ruling"] === "of another";
        const since = after(story, moved);
        const sent = requests(since).filter(
          (step) => step.found["token"] !== undefined && !(isOld(step) && isUnderWay(since, step)),
        );
        // One may have been on its way when the client learnt of it.
        const late = sent.findIndex(isOld);
        return sent.map((step, index) => ({
          ref: step,
          wrong: isOld(step) && index > late ? "it sent a token of the authorization server of before" : undefined,
        }));
      }),
      "no MCP server changed its authorization server while a client with a token was there",
    ),
};

/** Whether an authorization had begun before a step, and had brought no token yet. */
function isUnderWay(steps: readonly AuthStep[], { seq }: AuthStep): boolean {
  const last = steps.findLast(({ endpoint, seq: then }) => then < seq && (endpoint === "authorize" || endpoint === "token"));
  return last?.endpoint === "authorize";
}

/** An expired token is changed for another one without asking the user. */
export const refreshes: Check = {
  id: "auth.client-refreshes",
  title: "When its token has expired, the client uses its refresh token",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-03-26": "https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1-13#section-4.3" },
  transports: ["http"],
  advice: "Answer a 401 with invalid_token by a refresh, and ask the user only when that fails.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const expired = requests(story.steps).find(({ found }) => found["ruling"] === "expired");
        const has = story.steps.some(
          ({ endpoint, answer }) => endpoint === "token" && JSON.stringify(answer?.body ?? "").includes("refresh_token"),
        );
        if (expired === undefined || !has) return [];
        const next = after(story, expired).find(({ endpoint }) => endpoint === "token" || endpoint === "authorize");
        const isRefresh = next !== undefined && sentText(next, "grant_type") === "refresh_token";
        return [
          {
            ref: next ?? expired,
            wrong: isRefresh ? undefined : next === undefined ? "it gave up" : "it asked for authorization anew",
          },
        ];
      }),
      "no token of a client with a refresh token expired",
    ),
};

/** A refresh token that was changed is gone. */
export const refreshRotated: Check = {
  id: "auth.client-refresh-rotated",
  title: "A refresh token that was answered with a new one is not used again",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-03-26": "https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1-13#section-4.3.1" },
  transports: ["http"],
  advice: "Keep the refresh token of the latest answer, and throw away the one before.",
  tolerance: "Not of a refresh for a token that was refused before the other refresh: both may have set out at once.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "token").flatMap(({ story, step }): Exhibit[] => {
        const before = story.steps.findLast((one) => one.seq < step.seq && sentText(one, "grant_type") === "refresh_token");
        if (sentText(step, "grant_type") !== "refresh_token" || before === undefined) return [];
        // Two requests that were refused at the same moment may both have set out to refresh.
        const wasUsed = after(story, before).some((one) => one.seq < step.seq && isLetIn(one));
        const refused = requests(story.steps).findLast((one) => one.seq < step.seq && one.answer?.status === 401);
        const setOutBefore = requests(story.steps).some(
          (one) => one.seq < before.seq && one.answer?.status === 401 && one.found["token"] === refused?.found["token"],
        );
        if (!wasUsed || setOutBefore) return [];
        return [{ ref: step, wrong: step.found["refresh"] === "used" ? "it was used a second time" : undefined }];
      }),
      "the client used no two refresh tokens",
    ),
};

/** It authenticates in a way that is taken. */
export const authenticationMethod: Check = {
  id: "auth.client-authentication-method",
  title: "At the token end point the client authenticates in a way the metadata name",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-06-18": "https://www.rfc-editor.org/rfc/rfc8414#section-2" },
  transports: ["http"],
  advice: "Choose among token_endpoint_auth_methods_supported, and register the one you choose.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "token").flatMap(({ story, step }): Exhibit[] => {
        const methods = textsIn(documentBefore(story, step, "metadata", step.party), "token_endpoint_auth_methods_supported");
        const used = step.found["authentication"];
        if (methods === undefined || typeof used !== "string") return [];
        return [
          {
            ref: step,
            wrong: methods.includes(used) ? undefined : `it used ${used}, and the server takes ${methods.join(", ")}`,
          },
        ];
      }),
      "the client asked for no token where the metadata say how to authenticate",
    ),
};

/** A client of its own needs no user. */
export const ownCredentials: Check = {
  id: "auth.client-own-credentials",
  title: "A client that acts for itself gets its token for its own credentials",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-11-25": "https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1-13#section-4.2" },
  transports: ["http"],
  advice: "Send grant_type=client_credentials with the secret, or with a signed assertion (RFC 7523), that was arranged.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "token").flatMap(({ story, step }): Exhibit[] => {
        const grants = textsIn(documentBefore(story, step, "metadata", step.party), "grant_types_supported");
        if (grants?.join(" ") !== "client_credentials") return [];
        const { defect } = step.found;
        const grant = sentText(step, "grant_type");
        const wrong =
          typeof defect === "string"
            ? defect
            : grant === "client_credentials"
              ? undefined
              : `grant_type is ${grant ?? "missing"}`;
        return [{ ref: step, wrong }];
      }),
      "no client that acts for itself asked for a token",
    ),
};
