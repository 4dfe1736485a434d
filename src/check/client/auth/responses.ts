import type { JsonObject } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import {
  after,
  authRequests,
  type AuthStep,
  type AuthStory,
  documentBefore,
  sentBack,
  sentText,
  textsIn,
} from "../../rules/auth/auth-seen.ts";

const statePlace = {
  "2025-06-18": "basic/authorization#open-redirection",
  "2026-07-28": "basic/authorization/security-considerations#open-redirection",
} as const;

const issPlace = { "2026-07-28": "basic/authorization/index#authorization-response-validation" } as const;

/** A request is known again by its state. */
export const stateUsed: Check = {
  id: "auth.client-state-used",
  title: "Every authorization request has a state",
  subject: "client",
  level: "SHOULD",
  spec: statePlace,
  transports: ["http"],
  advice: "Send a fresh random state, and keep it until the answer comes.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").map(({ step }) => ({
        ref: step,
        wrong: (sentText(step, "state") ?? "") === "" ? "one has none" : undefined,
      })),
      "the client sent no authorization request",
    ),
};

/** Whether the code of an answer was redeemed. */
const redeemed = (story: AuthStory, step: AuthStep): AuthStep | undefined => {
  const code = sentBack(step, "code");
  return after(story, step).find((one) => one.endpoint === "token" && code !== undefined && sentText(one, "code") === code);
};

/** Where a client went on with an answer although its iss names somebody else altogether: one that compares no iss. */
const foreignRedeemed = (trace: Trace): readonly AuthStep[] =>
  authRequests(trace, "authorize").flatMap(({ story, step }) => {
    const issuer = metadataOf(story, step)?.["issuer"];
    const iss = sentBack(step, "iss");
    if (typeof issuer !== "string" || iss === undefined || isNearly(iss, issuer)) return [];
    return redeemed(story, step) ?? [];
  });

/** A check that an answer which is not to be believed is dropped; `suspect` says why it is none, or nothing. */
function dropped(
  part: Pick<Check, "id" | "title" | "level" | "spec" | "advice" | "explains">,
  unseen: string,
  suspect: (story: AuthStory, step: AuthStep) => string | undefined,
): Check {
  return {
    ...part,
    subject: "client",
    transports: ["http"],
    verify: (trace) =>
      overallIfAny(
        authRequests(trace, "authorize").flatMap(({ story, step }): Exhibit[] => {
          const why = suspect(story, step);
          if (why === undefined || sentBack(step, "code") === undefined) return [];
          const used = redeemed(story, step);
          return [{ ref: used ?? step, wrong: used === undefined ? undefined : `it redeemed the code of an answer ${why}` }];
        }),
        unseen,
      ),
  };
}

/** The answer to somebody else's request is none. */
export const stateVerified: Check = dropped(
  {
    id: "auth.client-state-verified",
    title: "The client drops an answer whose state is not the one it sent",
    level: "SHOULD",
    spec: statePlace,
    advice: "Compare the state of the answer with the one that was sent before you redeem the code.",
  },
  "no answer with another state was given to a client that sent one",
  (_, step) => {
    const sent = sentText(step, "state");
    return sent === undefined || sentBack(step, "state") === sent ? undefined : "with another state";
  },
);

/** The metadata of who was asked; those of somebody else, by their issuer, are not to be used at all, which is looked at elsewhere. */
function metadataOf(story: AuthStory, step: AuthStep): JsonObject | undefined {
  const metadata = documentBefore(story, step, "metadata", step.party);
  const named = textsIn(documentBefore(story, step, "resource-metadata"), "authorization_servers")?.[0];
  return named === undefined || metadata?.["issuer"] === named ? metadata : undefined;
}

/** Whether two identifiers are the same but for what normalization does away with. */
const isNearly = (one: string, other: string): boolean =>
  one.replace(/\/$/, "").toLowerCase() === other.replace(/\/$/, "").toLowerCase();

/** The answer of somebody else is none. */
export const issVerified: Check = dropped(
  {
    id: "auth.client-iss-verified",
    title: "The client drops an answer whose iss is not the issuer it asked, or is missing where it is promised",
    level: "MUST",
    spec: issPlace,
    advice: "Compare iss (RFC 9207) with the issuer of the metadata before the code is sent anywhere.",
    explains: [{ checks: ["auth.client-iss-exact"], within: "revision", at: foreignRedeemed }],
  },
  "no answer with another iss was given to a client",
  (story, step) => {
    const metadata = metadataOf(story, step);
    const issuer = metadata?.["issuer"];
    const iss = sentBack(step, "iss");
    if (typeof issuer !== "string") return undefined;
    if (iss === undefined)
      return metadata?.["authorization_response_iss_parameter_supported"] === true
        ? "without the iss that was promised"
        : undefined;
    return isNearly(iss, issuer) ? undefined : `whose iss is ${iss}`;
  },
);

/** It is compared letter by letter. */
export const issExact: Check = dropped(
  {
    id: "auth.client-iss-exact",
    title: "The client compares iss as it is, without normalization",
    level: "MUST NOT",
    spec: issPlace,
    advice: "Compare the decoded texts: no case folding, no default ports, no slashes at the end.",
  },
  "no answer with nearly the right iss was given to a client",
  (story, step) => {
    const issuer = metadataOf(story, step)?.["issuer"];
    const iss = sentBack(step, "iss");
    if (typeof issuer !== "string" || iss === undefined || iss === issuer) return undefined;
    return isNearly(iss, issuer) ? `whose iss is ${iss}, and the issuer is ${issuer}` : undefined;
  },
);

/** What somebody else says of the failure is not shown. */
export const foreignErrors: Check = {
  id: "auth.client-foreign-errors",
  title: "The words of an error with a wrong iss are not shown",
  subject: "client",
  level: "MUST NOT",
  spec: issPlace,
  transports: ["http"],
  advice: "Check iss first, also of error answers; say that it did not fit, and nothing of error_description.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ story, step }): Exhibit[] => {
        const said = sentBack(step, "error_description")?.replaceAll("+", " ");
        const issuer = metadataOf(story, step)?.["issuer"];
        if (said === undefined || issuer === undefined || sentBack(step, "iss") === issuer || story.reports.length === 0)
          return [];
        const shown = story.reports.find(({ value }) => JSON.stringify(value).includes(said));
        return [{ ref: shown ?? step, wrong: shown === undefined ? undefined : `the caller was told "${said}"` }];
      }),
      "no client that reports its steps was sent an error of somebody else",
    ),
};
