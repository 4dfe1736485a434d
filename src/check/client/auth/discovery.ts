import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import {
  answeredObject,
  authStories,
  type AuthStep,
  type AuthStory,
  challengeOf,
  documentBefore,
} from "../../rules/auth/auth-seen.ts";

const noStory = "the client tried to be let in nowhere";

/** The requests of a story to anybody but the end point itself. */
const others = ({ steps }: AuthStory): readonly AuthStep[] => steps.filter(({ endpoint }) => endpoint !== "mcp");

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, "");

/** The resource says whom to ask. */
export const resourceMetadata: Check = {
  id: "auth.client-resource-metadata",
  title: "The client learns from the metadata of the resource who gives tokens for it",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-06-18": "basic/authorization#overview",
    "2026-07-28": "basic/authorization/index#overview",
  },
  transports: ["http"],
  advice: "After a 401 read the protected resource metadata (RFC 9728) first, and go to the authorization server it names.",
  tolerance: "A client may look for the metadata of 2025-03-26 once it has looked for those of the resource.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const [first] = others(story);
        if (first === undefined) return [];
        const wrong = first.endpoint === "resource-metadata" ? undefined : `it asked ${first.url} first`;
        return [{ ref: first, wrong }];
      }),
      noStory,
    ),
};

/** The address a 401 names is used. */
export const challengeUrl: Check = {
  id: "auth.client-challenge-url",
  title: "The client takes the address of the metadata from the WWW-Authenticate of a 401",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-06-18": "basic/authorization#authorization-server-location",
    "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
    "2026-07-28": "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
  },
  transports: ["http"],
  advice: "Parse WWW-Authenticate and ask the URL in resource_metadata; try the well-known places only without it.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const first = story.steps.find(({ endpoint }) => endpoint === "resource-metadata");
        const named = story.steps.map(challengeOf).find((one) => one !== undefined)?.["resource_metadata"];
        if (first === undefined || named === undefined) return [];
        return [{ ref: first, wrong: first.url === named ? undefined : `it asked ${first.url}, where the 401 names ${named}` }];
      }),
      "no 401 named the metadata to a client that asks for them",
    ),
};

/** What is wrong with the order in which places were tried: those that were tried are the first ones, and the last of them has it. */
function orderDefect(asked: readonly string[], places: readonly string[], found: string): string | undefined {
  const tried = [...new Set(asked.filter((place) => places.includes(place)))];
  const expected = places.slice(0, places.indexOf(found) + 1);
  const isRight = expected.every((place, index) => tried[index] === place);
  return isRight ? undefined : `it tried ${tried.join(", then ") || "none of them"}; the order is ${expected.join(", then ")}`;
}

/** The well-known places of the resource's metadata, in order. */
export const wellKnownOrder: Check = {
  id: "auth.client-well-known-order",
  title: "Where a 401 names no metadata, the client tries the well-known place with the path, then that without",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
    "2026-07-28": "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
  },
  transports: ["http"],
  advice: "Try /.well-known/oauth-protected-resource/<path of the end point>, then /.well-known/oauth-protected-resource.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const named = story.steps.map(challengeOf).find((one) => one !== undefined)?.["resource_metadata"];
        const asked = story.steps.filter(({ endpoint }) => endpoint === "resource-metadata");
        const [first] = asked;
        if (named !== undefined || first === undefined) return [];
        const root = "/.well-known/oauth-protected-resource";
        const paths = asked.map(({ url }) => pathOf(url));
        // Whoever finds them at the first place needs no other.
        const found = asked.find(({ answer }) => answer?.status === 200);
        return [{ ref: first, wrong: orderDefect(paths, [`${root}/mcp`, root], found === undefined ? root : pathOf(found.url)) }];
      }),
      "every 401 named the metadata",
    ),
};

const metadataOrder = {
  "2025-11-25": "basic/authorization#authorization-server-metadata-discovery",
  "2026-07-28": "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery",
} as const;

/** A check of the order in which the metadata of an issuer are looked for. */
function orderCheck(part: Pick<Check, "id" | "title" | "advice">, hasPath: boolean): Check {
  return {
    ...part,
    subject: "client",
    level: "MUST",
    spec: metadataOrder,
    transports: ["http"],
    verify: (trace) =>
      overallIfAny(
        authStories(trace).flatMap((story): Exhibit[] => {
          const asked = story.steps.filter(({ endpoint, party }) => endpoint === "metadata" && party === "issuer");
          const [first] = asked;
          const resource = story.steps.findLast(
            ({ endpoint, answer }) => endpoint === "resource-metadata" && answer?.status === 200,
          );
          const issuer = issuerNamed(resource);
          if (first === undefined || issuer === undefined) return [];
          const path = pathOf(issuer);
          if ((path !== "") !== hasPath) return [];
          const oauth = `/.well-known/oauth-authorization-server${path}`;
          const openid = `/.well-known/openid-configuration${path}`;
          const places = hasPath ? [oauth, openid, `${path}/.well-known/openid-configuration`] : [oauth, openid];
          const found = asked.find((step) => answeredObject(step) !== undefined);
          const paths = asked.map(({ url }) => pathOf(url));
          return [
            {
              ref: found ?? first,
              wrong: orderDefect(paths, places, found === undefined ? (places.at(-1) ?? "") : pathOf(found.url)),
            },
          ];
        }),
        `the client looked for no metadata of an issuer ${hasPath ? "with" : "without"} a path`,
      ),
  };
}

function issuerNamed(step: AuthStep | undefined): string | undefined {
  const servers = step === undefined ? undefined : answeredObject(step)?.["authorization_servers"];
  const [first] = Array.isArray(servers) ? (servers as readonly unknown[]) : [];
  return typeof first === "string" ? first : undefined;
}

/** Without a path there are two places. */
export const metadataOrderRoot: Check = orderCheck(
  {
    id: "auth.client-metadata-order-root",
    title: "The client looks for the metadata of an issuer without a path by OAuth, then by OpenID Connect",
    advice: "Try /.well-known/oauth-authorization-server, then /.well-known/openid-configuration.",
  },
  false,
);

/** With a path there are three. */
export const metadataOrderPath: Check = orderCheck(
  {
    id: "auth.client-metadata-order-path",
    title: "The client looks for the metadata of an issuer with a path at three places, in order",
    advice: "Try OAuth with the path inserted, OpenID Connect with the path inserted, then OpenID Connect behind the path.",
  },
  true,
);

const destinations = ["authorize", "token", "register"] as const;

/** The end points are those the metadata name. */
export const serverMetadata: Check = {
  id: "auth.client-server-metadata",
  title: "The client takes the end points of an authorization server from its metadata",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#server-metadata-discovery",
    "2025-11-25": "basic/authorization#overview",
    "2026-07-28": "basic/authorization/index#overview",
  },
  transports: ["http"],
  advice:
    "Read the metadata (RFC 8414, or OpenID Connect Discovery), and use authorization_endpoint, token_endpoint and registration_endpoint.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story) =>
        story.steps.flatMap((step): Exhibit[] => {
          const endpoint = destinations.find((one) => one === step.endpoint);
          if (endpoint === undefined) return [];
          const metadata = documentBefore(story, step, "metadata", step.party);
          // Whoever has no metadata is asked at default places, as 2025-03-26 has it.
          const has = story.steps.some(
            (one) => one.endpoint === "metadata" && one.party === step.party && answeredObject(one) !== undefined,
          );
          if (metadata === undefined)
            return has ? [{ ref: step, wrong: `it asked ${step.url} before it knew the metadata` }] : [];
          const named =
            metadata[
              { authorize: "authorization_endpoint", token: "token_endpoint", register: "registration_endpoint" }[endpoint]
            ];
          return [
            {
              ref: step,
              wrong:
                named === step.url ? undefined : `it asked ${step.url}, and the metadata name ${JSON.stringify(named) ?? "none"}`,
            },
          ];
        }),
      ),
      "the client asked no authorization server with metadata for anything",
    ),
};

/** The default places of 2025-03-26, which are those of no later revision. */
export const defaultEndPoints: Check = {
  id: "auth.client-default-end-points",
  title: "Where a server has no metadata, the client uses /authorize, /token and /register of its origin",
  subject: "client",
  level: "MUST",
  spec: { "2025-03-26": "basic/authorization#fallbacks-for-servers-without-metadata-discovery", "2025-06-18": "removed" },
  transports: ["http"],
  advice:
    "When /.well-known/oauth-authorization-server of the origin is not there, use the default end points below that origin.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const asked = story.steps.find(({ endpoint, answer }) => endpoint === "metadata" && answer?.status === 404);
        if (asked === undefined || story.steps.some((step) => step.endpoint === "metadata" && answeredObject(step) !== undefined))
          return [];
        const used = story.steps.filter(({ endpoint }) => destinations.some((one) => one === endpoint));
        if (used.length === 0) return [{ ref: asked, wrong: "it gave up when there were no metadata" }];
        return used.map((step) => ({
          ref: step,
          wrong: pathOf(step.url) === `/${step.endpoint}` ? undefined : `it asked ${step.url}`,
        }));
      }),
      "no server without metadata was met",
    ),
};

/** First the metadata, then the default places. */
export const discoversFirst: Check = {
  id: "auth.client-discovers-first",
  title: "The client looks for the metadata of a server's origin before it uses default end points",
  subject: "client",
  level: "MUST",
  spec: { "2025-03-26": "basic/authorization#fallbacks-for-servers-without-metadata-discovery", "2025-06-18": "removed" },
  transports: ["http"],
  advice: "Ask /.well-known/oauth-authorization-server of the origin before anything else of the authorization server.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const first = story.steps.find(({ endpoint }) => destinations.some((one) => one === endpoint));
        if (first === undefined) return [];
        const path = "/.well-known/oauth-authorization-server";
        const asked = story.steps.some(({ seq, url }) => seq < first.seq && pathOf(url) === path);
        return [{ ref: first, wrong: asked ? undefined : `it asked ${first.url} before ${path}` }];
      }),
      noStory,
    ),
};
