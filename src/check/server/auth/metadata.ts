import { asObject, isArray } from "../../../jsonrpc/json.ts";
import { readJson } from "../../../jsonrpc/nesting.ts";
import { isLoopback, isSuccess, type Responded } from "../../../trace/facts/http-facts.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, type Exhibit, notApplicable, type Outcome, overall } from "../../outcome.ts";
import { namesMetadata, challenges, metadataAnswers, challengeOf } from "../../../trace/facts/authorization.ts";
import { whenDemanded } from "../../rules/when-demanded.ts";

const metadataPlace = {
  "2025-06-18": "basic/authorization#authorization-server-location",
  "2026-07-28": "basic/authorization/authorization-server-discovery#authorization-server-location",
} as const;

const challengePlace = {
  "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
  "2026-07-28": "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
} as const;

export const metadataDiscoverable: Check = {
  id: "auth.metadata-discoverable",
  title: "Protected resource metadata can be found: by WWW-Authenticate or at a well-known URI",
  subject: "server",
  level: "MUST",
  spec: challengePlace,
  transports: ["http"],
  advice: "Name the document in WWW-Authenticate of the 401, or serve it at /.well-known/oauth-protected-resource.",
  tolerance:
    "Servers may negotiate authorization of their own kind: judged are those that answer 401 with the scheme Bearer, or without any.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const found = [
        ...challenges(trace).filter((one) => namesMetadata(challengeOf(one))),
        ...metadataAnswers(trace).filter(({ response }) => isSuccess(response.status)),
      ];
      if (found.length > 0)
        return overall(
          found.map(({ response }): Exhibit => ({ ref: response })),
          "",
        );
      const seen = challenges(trace);
      const own = seen.length > 0 && seen.every((one) => challengeOf(one) !== "" && !/\bbearer\b/i.test(challengeOf(one)));
      if (own) return notApplicable("the server uses an authorization scheme of its own");
      if (metadataAnswers(trace).length === 0) return inconclusive("the well-known URIs were not asked for");
      return overall(
        challenges(trace).map(({ response }): Exhibit => ({
          ref: response,
          wrong: "neither WWW-Authenticate nor the well-known URIs lead to protected resource metadata",
        })),
        "no 401 was seen",
      );
    }),
};

type Metadata = { readonly exchange: Responded; readonly document: ReturnType<typeof asObject> };

function documents(trace: Trace): Metadata[] {
  return metadataAnswers(trace)
    .filter(({ response, body }) => isSuccess(response.status) && body !== undefined && !body.cut)
    .map((exchange) => ({ exchange, document: asObject(readJson(exchange.body?.text ?? "")) }));
}

function overDocuments(trace: Trace, look: (metadata: Metadata) => Exhibit): Outcome {
  const found = documents(trace);
  if (found.length === 0 && metadataAnswers(trace).length > 0) return notApplicable("no metadata is served at a well-known URI");
  return overall(found.map(look), "the well-known URIs were not asked for");
}

export const metadataServers: Check = {
  id: "auth.metadata-authorization-servers",
  title: "The protected resource metadata names at least one authorization server",
  subject: "server",
  level: "MUST",
  spec: metadataPlace,
  transports: ["http"],
  advice: 'Serve JSON with "authorization_servers": ["https://…"].',
  verify: (trace) =>
    whenDemanded(trace, () =>
      overDocuments(trace, ({ exchange, document }): Exhibit => {
        const servers = document["authorization_servers"];
        const fine = isArray(servers) && servers.length > 0 && servers.every((server) => typeof server === "string");
        return {
          ref: exchange.response,
          wrong: fine ? undefined : `authorization_servers is ${JSON.stringify(servers) ?? "missing"}`,
        };
      }),
    ),
};

export const metadataResource: Check = {
  id: "auth.metadata-resource",
  title: "The protected resource metadata is about this server",
  subject: "server",
  level: "SHOULD",
  spec: metadataPlace,
  transports: ["http"],
  advice: 'Set "resource" to the URL clients use; RFC 9728 (section 3.3) has clients discard a document about another one.',
  tolerance:
    "A server that is asked on this machine and names the address it is published at is left out: its users will not come this way.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const found = documents(trace);
      if (found.length > 0 && found.every(isPublishedElsewhere))
        return notApplicable("the server names another address than that of this machine, under which it may be published");
      return overDocuments(trace, (metadata): Exhibit => {
        const { exchange, document } = metadata;
        const { resource } = document;
        const here = originOf(exchange.request.url);
        const fine = typeof resource === "string" && (originOf(resource) === here || isPublishedElsewhere(metadata));
        return {
          ref: exchange.response,
          wrong: fine ? undefined : `resource is ${JSON.stringify(resource) ?? "missing"}, expected a URL at ${here}`,
        };
      });
    }),
};

/** Whether a server of this machine describes a resource of another, by https. */
function isPublishedElsewhere({ exchange, document }: Metadata): boolean {
  const { resource } = document;
  return (
    typeof resource === "string" && /^https:\/\/./i.test(resource) && isLoopback(exchange.request.url) && !isLoopback(resource)
  );
}

export const noOfflineAccess: Check = {
  id: "auth.no-offline-access",
  title: "offline_access is not among the scopes the server asks for",
  subject: "server",
  level: "SHOULD NOT",
  spec: { "2026-07-28": "basic/authorization/index#refresh-tokens" },
  transports: ["http"],
  advice: "Leave refresh tokens to client and authorization server; a resource does not need them.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const challenged = challenges(trace).map((exchange): Exhibit => ({
        ref: exchange.response,
        wrong: /\bscope\s*=\s*"[^"]*\boffline_access\b/i.test(challengeOf(exchange))
          ? "offline_access in WWW-Authenticate"
          : undefined,
      }));
      const documented = documents(trace).map(({ exchange, document }): Exhibit => {
        const scopes = document["scopes_supported"];
        const named = isArray(scopes) && scopes.includes("offline_access");
        return { ref: exchange.response, wrong: named ? "offline_access in scopes_supported" : undefined };
      });
      return overall([...challenged, ...documented], "no 401 and no metadata was seen");
    }),
};

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() ?? "";
