import { isProtected } from "../../rules/auth/protected-address.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import {
  after,
  answeredObject,
  authRequests,
  authStories,
  type AuthStep,
  type AuthStory,
  documentBefore,
  sentText,
  textsIn,
  wasLetIn,
} from "../../rules/auth/auth-seen.ts";

const approaches = {
  "2025-11-25": "basic/authorization#client-registration-approaches",
  "2026-07-28": "basic/authorization/client-registration",
} as const;

/** Whether there is nothing about an authorization server that would keep a client from registering with it. */
function mayRegister(story: AuthStory, step: AuthStep): boolean {
  const metadata = answeredObject(step);
  const resource = documentBefore(story, step, "resource-metadata");
  const named = textsIn(resource, "authorization_servers")?.[0];
  const endPoint = story.steps.find(({ endpoint }) => endpoint === "mcp")?.url;
  if (resource !== undefined && resource["resource"] !== endPoint) return false;
  const isSound =
    metadata?.["code_challenge_methods_supported"] !== undefined && (named === undefined || metadata["issuer"] === named);
  return isSound && isProtected(metadata["registration_endpoint"]);
}

/** A client nobody knows can make itself known. */
export const registers: Check = {
  id: "auth.client-registers",
  title: "A client without an id registers with an authorization server that lets it",
  subject: "client",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/authorization#dynamic-client-registration", ...approaches },
  transports: ["http"],
  advice: "Support dynamic client registration (RFC 7591): post your metadata to registration_endpoint.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const registered = story.steps.find(({ endpoint }) => endpoint === "register");
        if (registered !== undefined) return [{ ref: registered }];
        const metadata = story.steps.find((step) => step.endpoint === "metadata" && answeredObject(step) !== undefined);
        if (metadata === undefined || !wasLetIn(trace) || !mayRegister(story, metadata)) return [];
        const goesOn = after(story, metadata).some(({ endpoint }) => endpoint === "authorize" || endpoint === "token");
        return goesOn ? [] : [{ ref: metadata, wrong: "it read the metadata and did not register" }];
      }),
      "the client met no authorization server that registers clients",
    ),
};

/** No client without an id. */
export const idObtained: Check = {
  id: "auth.client-id-obtained",
  title: "The client asks for authorization under an id the authorization server knows",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/authorization/index#client-registration" },
  transports: ["http"],
  advice: "Obtain a client id first: by a metadata document, by an earlier registration, or by registering.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ story, step }): Exhibit[] => {
        // What was refused to register, and what was registered elsewhere, is looked at by other checks.
        const refused = story.steps.some((one) => one.endpoint === "register" && (one.answer?.status ?? 0) >= 400);
        const elsewhere = story.steps.some(
          (one) => one.party !== step.party && sentText(one, "client_id") === sentText(step, "client_id"),
        );
        if (refused || elsewhere) return [];
        return [
          {
            ref: step,
            wrong:
              step.found["client"] === "unknown" ? `nobody gave it the id ${sentText(step, "client_id") ?? "(none)"}` : undefined,
          },
        ];
      }),
      "the client sent no authorization request",
    ),
};

/** A refused registration is the end of it. */
export const registrationRefused: Check = {
  id: "auth.client-registration-refused",
  title: "A client that is not registered does not go on as if it were",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/authorization/client-registration#application-type-and-redirect-uri-constraints" },
  transports: ["http"],
  advice:
    "Tell the user what the authorization server said of the registration, or try another application_type or redirect URI.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "register").flatMap(({ story, step }): Exhibit[] => {
        if ((step.answer?.status ?? 0) < 400) return [];
        const used = after(story, step).find(({ endpoint, found }) => endpoint === "authorize" && found["client"] === "unknown");
        return [
          {
            ref: used ?? step,
            wrong: used === undefined ? undefined : `it asked for authorization as ${sentText(used, "client_id") ?? "nobody"}`,
          },
        ];
      }),
      "no registration was refused",
    ),
};
