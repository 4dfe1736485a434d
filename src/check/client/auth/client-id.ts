import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { after, authRequests, authStories, documentBefore, sentText } from "../../rules/auth/auth-seen.ts";

const binding = { "2026-07-28": "basic/authorization/client-registration#authorization-server-binding" } as const;

const approaches = {
  "2025-11-25": "basic/authorization#client-registration-approaches",
  "2026-07-28": "basic/authorization/client-registration",
} as const;

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
