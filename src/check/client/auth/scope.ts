import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import {
  after,
  authStories,
  type AuthStep,
  type AuthStory,
  challengeOf,
  documentBefore,
  scopeWords,
  sentText,
  textsIn,
  wasLetIn,
} from "../../rules/auth/auth-seen.ts";

const place = {
  "2025-11-25": "basic/authorization#scope-selection-strategy",
  "2026-07-28": "basic/authorization/index#scope-selection-strategy",
} as const;

const stepUpPlace = {
  "2025-11-25": "basic/authorization#step-up-authorization-flow",
  "2026-07-28": "basic/authorization/index#step-up-authorization-flow",
} as const;

/** The first authorization request of each story, with the challenge before it and what the resource offers. */
function firstAsked(story: AuthStory) {
  const asked = story.steps.find(({ endpoint }) => endpoint === "authorize");
  const refused = story.steps.find((step) => challengeOf(step) !== undefined);
  const challenge = refused === undefined ? undefined : challengeOf(refused);
  if (asked === undefined || challenge === undefined) return undefined;
  const offered = textsIn(documentBefore(story, asked, "resource-metadata"), "scopes_supported");
  return { asked, wanted: challenge["scope"], offered, given: scopeWords(sentText(asked, "scope")) };
}

type FirstAsked = NonNullable<ReturnType<typeof firstAsked>>;

function scopeCheck(
  part: Pick<Check, "id" | "title" | "level" | "advice" | "tolerance">,
  unseen: string,
  defect: (first: FirstAsked) => string | null | undefined,
): Check {
  return {
    ...part,
    subject: "client",
    spec: place,
    transports: ["http"],
    verify: (trace) =>
      overallIfAny(
        authStories(trace).flatMap((story): Exhibit[] => {
          const first = firstAsked(story);
          const wrong = first === undefined ? null : defect(first);
          return first === undefined || wrong === null ? [] : [{ ref: first.asked, wrong }];
        }),
        unseen,
      ),
  };
}

/** What a refresh token takes may be asked for besides (2026-07-28 basic/authorization/index#refresh-tokens). */
const besides = "offline_access";

const asText = (scope: readonly string[]): string => (scope.length === 0 ? "none" : scope.join(" "));

/** What a 401 names is asked for. */
export const scopeAuthoritative: Check = scopeCheck(
  {
    id: "auth.client-scope-authoritative",
    title: "The client asks for every scope a 401 names",
    level: "MUST",
    advice: "Take scope from WWW-Authenticate, whatever scopes_supported says.",
  },
  "no 401 that names scopes was followed by an authorization request",
  ({ wanted, given }) => {
    if (wanted === undefined) return null;
    const missing = scopeWords(wanted).filter((word) => !given.includes(word));
    return missing.length === 0 ? undefined : `the 401 names ${wanted}, and it asked for ${asText(given)}`;
  },
);

/** And nothing else. */
export const scopeLeast: Check = scopeCheck(
  {
    id: "auth.client-scope-least",
    title: "The client asks for no scope beyond those a 401 names",
    level: "SHOULD",
    advice: "Ask for the scopes of the challenge alone; more can be asked for when an operation needs them.",
    tolerance: `${besides} may be asked for as well.`,
  },
  "no 401 that names scopes was followed by an authorization request",
  ({ wanted, given }) => {
    if (wanted === undefined) return null;
    const more = given.filter((word) => word !== besides && !scopeWords(wanted).includes(word));
    return more.length === 0 ? undefined : `it asked for ${more.join(" ")} as well, where the 401 names ${wanted}`;
  },
);

/** Otherwise what the resource offers. */
export const scopeFromMetadata: Check = scopeCheck(
  {
    id: "auth.client-scope-from-metadata",
    title: "Where a 401 names no scope, the client asks for those the metadata of the resource name",
    level: "SHOULD",
    advice: "Without scope in the challenge ask for all of scopes_supported of the protected resource metadata.",
    tolerance: `${besides} may be asked for as well.`,
  },
  "no 401 without scopes was followed by an authorization request for a resource that names some",
  ({ wanted, offered, given }) => {
    if (wanted !== undefined || offered === undefined) return null;
    const own = given.filter((word) => word !== besides);
    const isSame = own.length === offered.length && offered.every((word) => own.includes(word));
    return isSame ? undefined : `the resource names ${asText(offered)}, and it asked for ${asText(given)}`;
  },
);

/** Otherwise none. */
export const scopeOmitted: Check = scopeCheck(
  {
    id: "auth.client-scope-omitted",
    title: "Where nobody names scopes, the client leaves the parameter out",
    level: "SHOULD",
    advice: "Without scope in the challenge and scopes_supported of the resource send no scope.",
    tolerance: `${besides} may be asked for all the same.`,
  },
  "no authorization request came where nobody named scopes",
  ({ wanted, offered, given }) => {
    if (wanted !== undefined || offered !== undefined) return null;
    const own = given.filter((word) => word !== besides);
    return own.length === 0 ? undefined : `it asked for ${own.join(" ")}`;
  },
);

/** The first refusal for want of scope, and the scopes it names. */
function refusalIn({ steps }: AuthStory): { readonly step: AuthStep; readonly scope: string } | undefined {
  for (const step of steps) {
    const challenge = challengeOf(step);
    if (challenge?.["error"] === "insufficient_scope") return { step, scope: challenge["scope"] ?? "" };
  }
  return undefined;
}

/** A token that is not enough is changed for one that is. */
export const stepUp: Check = {
  id: "auth.client-step-up",
  title: "A client that is refused for want of scope asks for a token with the scopes that are named",
  subject: "client",
  level: "SHOULD",
  spec: stepUpPlace,
  transports: ["http"],
  advice:
    "Answer a 403 with insufficient_scope by a new authorization request with the scopes it names, then send the request again.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const refused = refusalIn(story);
        if (refused === undefined || !wasLetIn(trace)) return [];
        const asked = after(story, refused.step).find(({ endpoint }) => endpoint === "authorize");
        if (asked === undefined) return [{ ref: refused.step, wrong: `it asked for no token with ${refused.scope}` }];
        const given = scopeWords(sentText(asked, "scope"));
        const missing = scopeWords(refused.scope).filter((word) => !given.includes(word));
        return [
          {
            ref: asked,
            wrong: missing.length === 0 ? undefined : `${refused.scope} was wanted, and it asked for ${asText(given)}`,
          },
        ];
      }),
      "the client was refused nothing for want of scope",
    ),
};

/** What was granted before stays. */
export const stepUpScopes: Check = {
  id: "auth.client-step-up-scopes",
  title: "A client that asks for more scopes keeps those it asked for before",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/index#step-up-authorization-flow" },
  transports: ["http"],
  advice: "Ask for the union of the scopes asked for before and those of the challenge: servers name only what is missing.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const refused = refusalIn(story);
        const asked = story.steps.filter(({ endpoint }) => endpoint === "authorize");
        const before = asked.findLast(({ seq }) => seq < (refused?.step.seq ?? 0));
        const again = asked.find(({ seq }) => seq > (refused?.step.seq ?? Infinity));
        if (before === undefined || again === undefined) return [];
        const given = scopeWords(sentText(again, "scope"));
        const lost = scopeWords(sentText(before, "scope")).filter((word) => !given.includes(word));
        return [{ ref: again, wrong: lost.length === 0 ? undefined : `it no longer asked for ${lost.join(" ")}` }];
      }),
      "the client asked for no further scopes",
    ),
};

/** How often more scope may be asked for one operation: "no more than a few times". */
const few = 5;

/** At some point it is enough. */
export const stepUpLimited: Check = {
  id: "auth.client-step-up-limited",
  title: "A client that is refused for want of scope again and again stops asking",
  subject: "client",
  level: "SHOULD",
  spec: stepUpPlace,
  transports: ["http"],
  advice: "Count the upgrades for each resource and operation, and give up after a few.",
  tolerance: `Up to ${few} authorization requests for one call are taken for a few.`,
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const refused = refusalIn(story);
        if (refused === undefined) return [];
        const asked = after(story, refused.step).filter(({ endpoint }) => endpoint === "authorize");
        const last = asked.at(-1) ?? refused.step;
        return [{ ref: last, wrong: asked.length <= few ? undefined : `it asked ${asked.length} times for one call` }];
      }),
      "the client was refused nothing for want of scope",
    ),
};
