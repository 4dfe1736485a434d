import { isArray } from "../../../jsonrpc/json.ts";
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

const binding = { "2026-07-28": "basic/authorization/client-registration#authorization-server-binding" } as const;

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
  return isSound && metadata["registration_endpoint"] !== undefined;
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

const redirectUrisOf = (step: AuthStep): readonly string[] => {
  const registered = step.fields["redirect_uris"];
  const uris = isArray(registered) ? registered : [step.fields["redirect_uri"]];
  return uris.filter((one): one is string => typeof one === "string");
};

const isLocal = (uri: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/?]|$)/i.test(uri);

/** Codes are sent to this machine, or over HTTPS. */
export const redirectUri: Check = {
  id: "auth.client-redirect-uri",
  title: "Redirect URIs of the client are on this machine or use HTTPS",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-03-26": "basic/authorization#security-considerations",
    "2025-06-18": "basic/authorization#communication-security",
    "2026-07-28": "basic/authorization/security-considerations#communication-security",
  },
  transports: ["http"],
  advice: "Use http://localhost (or a loopback address) with a port of your own, or an https address.",
  tolerance: "The loopback addresses 127.0.0.1 and [::1] are taken for localhost.",
  verify: (trace) =>
    overallIfAny(
      ["register", "authorize"].flatMap((endpoint) =>
        authRequests(trace, endpoint).flatMap(({ step }) =>
          redirectUrisOf(step).map((uri): Exhibit => {
            const isSafe = isLocal(uri) || uri.toLowerCase().startsWith("https://");
            return { ref: step, wrong: isSafe ? undefined : `${uri} is neither` };
          }),
        ),
      ),
      "the client named no redirect URI",
    ),
};

/** Codes are sent where it was said before. */
export const redirectRegistered: Check = {
  id: "auth.client-redirect-registered",
  title: "The client asks for authorization with a redirect URI it has registered",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-06-18": "basic/authorization#open-redirection",
    "2026-07-28": "basic/authorization/security-considerations#open-redirection",
  },
  transports: ["http"],
  advice: "Send as redirect_uri one of the redirect_uris of the registration, letter by letter.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ step }): Exhibit[] => {
        if (step.found["client"] !== "registered") return [];
        return [
          {
            ref: step,
            wrong:
              step.found["redirect"] === "allowed" ? undefined : `${sentText(step, "redirect_uri") ?? "none"} was not registered`,
          },
        ];
      }),
      "no client that had registered asked for authorization",
    ),
};

/** It says what kind of program it is. */
export const applicationType: Check = {
  id: "auth.client-application-type",
  title: "A registration says what kind of application the client is",
  subject: "client",
  level: "MUST",
  spec: { "2026-07-28": "basic/authorization/client-registration#application-type-and-redirect-uri-constraints" },
  transports: ["http"],
  advice: "Send application_type: native for programs on the user's machine, web for a site.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "register").map(({ step }) => {
        const type = sentText(step, "application_type");
        return { ref: step, wrong: type === "native" || type === "web" ? undefined : `application_type is ${type ?? "missing"}` };
      }),
      "the client did not register",
    ),
};

/** And the kind fits where it wants codes sent. */
export const applicationTypeFits: Check = {
  id: "auth.client-application-type-fits",
  title: "A client whose redirect URIs are on this machine is native",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/client-registration#application-type-and-redirect-uri-constraints" },
  transports: ["http"],
  advice: "Register desktop applications, command line tools and what is reached by localhost as native, web sites as web.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "register").flatMap(({ step }): Exhibit[] => {
        const type = sentText(step, "application_type");
        const uris = redirectUrisOf(step);
        if (type === undefined || uris.length === 0) return [];
        const wanted = uris.some(isLocal) ? "native" : uris.every((uri) => uri.startsWith("https://")) ? "web" : type;
        return [
          {
            ref: step,
            wrong: type === wanted ? undefined : `application_type is ${type}, and it is to be sent back to ${uris.join(", ")}`,
          },
        ];
      }),
      "no registration said what kind of application the client is",
    ),
};

/** Who wants refresh tokens says so. */
export const grantTypes: Check = {
  id: "auth.client-grant-types",
  title: "A client that uses refresh tokens has registered the grant type refresh_token",
  subject: "client",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/authorization/index#refresh-tokens" },
  transports: ["http"],
  advice: "Send grant_types with authorization_code and refresh_token when you register.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const used = story.steps.some((step) => sentText(step, "grant_type") === "refresh_token");
        const registered = story.steps.find(({ endpoint }) => endpoint === "register");
        if (!used || registered === undefined) return [];
        const types = textsIn(registered.fields, "grant_types");
        return [
          {
            ref: registered,
            wrong: types?.includes("refresh_token") === true ? undefined : `grant_types is ${types?.join(", ") ?? "missing"}`,
          },
        ];
      }),
      "no client that had registered used a refresh token",
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

/** A check of ids at an authorization server that did not give them. */
function bound(part: Pick<Check, "id" | "title" | "level" | "advice">, acquaintance: string): Check {
  return {
    ...part,
    subject: "client",
    spec: binding,
    transports: ["http"],
    verify: (trace) =>
      overallIfAny(
        authStories(trace).flatMap((story): Exhibit[] => {
          const first = story.steps.find(({ endpoint, found }) => endpoint === "authorize" && found["client"] === acquaintance);
          const moved = story.steps.find(
            ({ seq, party, endpoint }) => seq > (first?.seq ?? Infinity) && party !== first?.party && endpoint === "metadata",
          );
          if (first === undefined || moved === undefined) return [];
          const id = sentText(first, "client_id");
          const reused = after(story, moved).find((step) => step.party === moved.party && sentText(step, "client_id") === id);
          return [
            {
              ref: reused ?? moved,
              wrong: reused === undefined ? undefined : `it named itself ${id ?? ""} to another authorization server`,
            },
          ];
        }),
        "no authorization server was replaced by another one",
      ),
  };
}

/** What one authorization server gave is not shown to another. */
export const credentialsBound: Check = bound(
  {
    id: "auth.client-credentials-bound",
    title: "An id that one authorization server gave is not used at another",
    level: "MUST NOT",
    advice:
      "Keep client credentials by issuer, and register anew when the protected resource names another authorization server.",
  },
  "registered",
);

/** What was arranged with one is not tried at another. */
export const knownIdBound: Check = bound(
  {
    id: "auth.client-known-id-bound",
    title: "An id that was arranged with one authorization server is not tried at another",
    level: "SHOULD",
    advice: "Keep with pre-registered credentials for which issuer they are, and report an error where it is another one.",
  },
  "given",
);

/** What was arranged comes first. */
export const knownIdFirst: Check = {
  id: "auth.client-known-id-first",
  title: "A client that has an id for an authorization server uses it",
  subject: "client",
  level: "SHOULD",
  spec: approaches,
  transports: ["http"],
  advice: "Use pre-registered client information where there is some, then a metadata document, then registration.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        if (!story.scenario.endsWith(".known-client")) return [];
        const used = story.steps.find(({ endpoint, found }) => endpoint === "authorize" && found["client"] === "given");
        const registered = story.steps.find(({ endpoint }) => endpoint === "register");
        if (used === undefined && registered === undefined) return [];
        return [
          { ref: registered ?? used ?? 0, wrong: registered === undefined ? undefined : "it registered, though it had an id" },
        ];
      }),
      "no client with an id was met",
    ),
};

/** Then its own document. */
export const documentFirst: Check = {
  id: "auth.client-id-document-first",
  title: "The client goes by its metadata document where the authorization server takes one",
  subject: "client",
  level: "SHOULD",
  spec: approaches,
  transports: ["http"],
  advice: "Use the URL of your client id metadata document as client_id where client_id_metadata_document_supported is true.",
  verify: (trace) =>
    overallIfAny(
      authStories(trace).flatMap((story): Exhibit[] => {
        const used = story.steps.find(({ endpoint }) => endpoint === "authorize" || endpoint === "register");
        if (used === undefined || used.found["client"] === "given") return [];
        const takes = documentBefore(story, used, "metadata", used.party)?.["client_id_metadata_document_supported"] === true;
        if (!takes) return [];
        return [{ ref: used, wrong: used.endpoint === "register" ? "it registered instead" : undefined }];
      }),
      "no authorization server that takes metadata documents was met",
    ),
};

const isUrl = (id: string | undefined): id is string => /^https?:\/\//i.test(id ?? "");

/** Such an address is safe, and one of many. */
export const idUrl: Check = {
  id: "auth.client-id-url",
  title: "A client_id that is a URL uses https and has a path",
  subject: "client",
  level: "MUST",
  spec: {
    "2025-11-25": "basic/authorization#implementation-requirements",
    "2026-07-28": "basic/authorization/client-registration#implementation-requirements",
  },
  transports: ["http"],
  advice: "Host the metadata document at an https address with a path, such as https://example.com/client.json.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ step }): Exhibit[] => {
        const id = sentText(step, "client_id");
        if (!isUrl(id)) return [];
        return [{ ref: step, wrong: /^https:\/\/[^/?#]+\/[^?#]/.test(id) ? undefined : `it is ${id}` }];
      }),
      "no client_id was a URL",
    ),
};

/** It is not tried where nobody takes it. */
export const documentAdvertised: Check = {
  id: "auth.client-id-document-advertised",
  title: "The client goes by its metadata document only where the authorization server says that it takes one",
  subject: "client",
  level: "SHOULD",
  spec: {
    "2025-11-25": "basic/authorization#discovery",
    "2026-07-28": "basic/authorization/client-registration#advertising-cimd-support",
  },
  transports: ["http"],
  advice: "Look for client_id_metadata_document_supported in the metadata; register, or use an arranged id, without it.",
  verify: (trace) =>
    overallIfAny(
      authRequests(trace, "authorize").flatMap(({ story, step }): Exhibit[] => {
        const metadata = documentBefore(story, step, "metadata", step.party);
        if (metadata === undefined || metadata["client_id_metadata_document_supported"] === true) return [];
        return [
          {
            ref: step,
            wrong: isUrl(sentText(step, "client_id")) ? "its client_id is a URL, of which the metadata say nothing" : undefined,
          },
        ];
      }),
      "the client asked no authorization server with metadata for authorization",
    ),
};
