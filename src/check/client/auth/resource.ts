import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { authRequests, type AuthStory, sentText } from "../../rules/auth/auth-seen.ts";

const place = {
  "2025-06-18": "basic/authorization#resource-parameter-implementation",
  "2026-07-28": "basic/authorization/index#resource-parameter-implementation",
} as const;

/** A check that a request names the resource. */
const named = (endpoint: "authorize" | "token", what: string): Check => ({
  id: endpoint === "authorize" ? "auth.client-resource-authorize" : "auth.client-resource-token",
  title: `Every ${what} request of the client has the parameter resource`,
  subject: "client",
  level: "MUST",
  spec: place,
  transports: ["http"],
  advice: `Send resource (RFC 8707) with every ${what} request, whether the authorization server knows it or not.`,
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, endpoint).map(({ step }) => ({
        ref: step,
        wrong: step.fields["resource"] === undefined ? `it is missing in one${grantOf(sentText(step, "grant_type"))}` : undefined,
      })),
      `the client sent no ${what} request`,
    ),
});

const grantOf = (grant: string | undefined): string => (grant === undefined ? "" : ` (${grant})`);

/** The authorization request names it. */
export const resourceAuthorize: Check = named("authorize", "authorization");

/** So does the token request. */
export const resourceToken: Check = named("token", "token");

/** It names the MCP server. */
export const resourceCanonical: Check = {
  id: "auth.client-resource-canonical",
  title: "The parameter resource is the URI of the MCP server",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-06-18": "basic/authorization#canonical-server-uri",
    "2026-07-28": "basic/authorization/index#canonical-server-uri",
  },
  transports: ["http"],
  advice: "Send the address of the MCP server's end point, without a fragment; the most specific one you know.",
  tolerance: "The origin of the MCP server, or a part of its path, names it too, with and without a slash at the end.",
  verify: (trace) =>
    overallIfAny(
      ["authorize", "token"].flatMap((endpoint) =>
        authRequests(trace, endpoint).flatMap(({ story, step }): Exhibit[] => {
          const resource = sentText(step, "resource");
          const own = endPointOf(story);
          if (resource === undefined || own === undefined) return [];
          return [{ ref: step, wrong: isOf(own, resource) ? undefined : `it is ${resource}, and the MCP server is ${own}` }];
        }),
      ),
      "the client named no resource",
    ),
};

const endPointOf = ({ steps }: AuthStory): string | undefined => steps.find(({ endpoint }) => endpoint === "mcp")?.url;

/** Whether a URI names an end point, or something it is below. */
function isOf(endPoint: string, resource: string): boolean {
  if (resource.includes("#") || !/^[a-z]+:\/\/[^/]/i.test(resource)) return false;
  const plain = resource.replace(/^[a-z]+:\/\/[^/]+/i, (origin) => origin.toLowerCase()).replace(/\/$/, "");
  return endPoint === plain || endPoint.startsWith(`${plain}/`);
}
