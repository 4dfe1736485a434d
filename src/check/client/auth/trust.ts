import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { after, answeredObject, authRequests, authStories, documentBefore, textsIn } from "../../rules/auth/auth-seen.ts";

/** What is asked of an authorization server once its metadata are believed. */
const goingOn = ["authorize", "token", "register"];

/** The metadata of somebody else are not used. */
export const issuerVerified: Check = {
  id: "auth.client-issuer-verified",
  title: "Metadata whose issuer is not the one they were asked of are not used",
  subject: "client",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery" },
  transports: ["http"],
  advice: "Compare issuer in the metadata with the identifier their address was made of, as texts; leave them when they differ.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "metadata").flatMap(({ story, step }): Exhibit[] => {
        const issuer = answeredObject(step)?.["issuer"];
        const wanted = textsIn(documentBefore(story, step, "resource-metadata"), "authorization_servers")?.[0];
        if (issuer === undefined || wanted === undefined || issuer === wanted) return [];
        const used = after(story, step).find(({ endpoint, party }) => goingOn.includes(endpoint) && party === step.party);
        return [
          {
            ref: used ?? step,
            wrong:
              used === undefined
                ? undefined
                : `it went on to ${used.url}, and the issuer was ${JSON.stringify(issuer)} instead of ${wanted}`,
          },
        ];
      }),
      "no metadata of somebody else were given to a client",
    ),
};

/** The metadata of another resource are not used. */
export const resourceVerified: Check = {
  id: "auth.client-resource-verified",
  title: "Metadata of a resource that is not the MCP server are not used",
  subject: "client",
  level: "PRACTICE",
  spec: { "2025-06-18": "https://www.rfc-editor.org/rfc/rfc9728#section-3.3" },
  transports: ["http"],
  advice: "Compare resource in the metadata with the address of the MCP server; leave them when they are those of another one.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "resource-metadata").flatMap(({ story, step }): Exhibit[] => {
        const resource = answeredObject(step)?.["resource"];
        const origin = step.url.split("/").slice(0, 3).join("/");
        if (typeof resource !== "string" || resource === origin || resource.startsWith(`${origin}/`)) return [];
        const used = after(story, step).find(({ endpoint, party }) => goingOn.includes(endpoint) && party !== "server");
        return [
          {
            ref: used ?? step,
            wrong: used === undefined ? undefined : `it went on to ${used.url}, and the metadata were those of ${resource}`,
          },
        ];
      }),
      "no metadata of another resource were given to a client",
    ),
};

/** Without PKCE nothing is begun. */
export const pkceVerified: Check = {
  id: "auth.client-pkce-verified",
  title: "Where metadata do not say code_challenge_methods_supported, the client does not go on",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-11-25": "basic/authorization#authorization-code-protection",
    "2026-07-28": "basic/authorization/security-considerations#authorization-code-protection",
  },
  transports: ["http"],
  advice: "Refuse an authorization server whose metadata have no code_challenge_methods_supported, also an OpenID provider.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const metadata = story.steps
          .filter(({ endpoint }) => endpoint === "metadata")
          .findLast((step) => answeredObject(step) !== undefined);
        if (metadata === undefined || answeredObject(metadata)?.["code_challenge_methods_supported"] !== undefined) return [];
        const used = after(story, metadata).find(({ endpoint }) => endpoint === "authorize");
        return [
          {
            ref: used ?? metadata,
            wrong:
              used === undefined ? undefined : "it sent the user to an authorization server that does not say that it knows PKCE",
          },
        ];
      }),
      "every authorization server said that it knows PKCE",
    ),
};
