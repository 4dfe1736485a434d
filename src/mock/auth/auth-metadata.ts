import type { JsonObject } from "../../jsonrpc/json.ts";
import type { AuthEndpoint, AuthScript } from "./auth-script.ts";

/** How clients may authenticate at the token endpoint, where a script does not say. */
const usualAuthentication = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

/** The ways of clients to show who they are that a script takes. */
export const authenticationOf = ({ authentication = usualAuthentication }: AuthScript): readonly string[] => authentication;

/** The grant types of a script. */
export const grantsOf = ({ grants = ["authorization_code", "refresh_token"] }: AuthScript): readonly string[] => grants;

/** The paths at which the metadata of an issuer with this path stand, by kind (RFC 8414 section 3.1, OpenID Connect Discovery). */
export function metadataPaths(path: string): Readonly<Record<"oauth" | "openid" | "openid-appended", string>> {
  return {
    oauth: `/.well-known/oauth-authorization-server${path}`,
    openid: `/.well-known/openid-configuration${path}`,
    "openid-appended": `${path}/.well-known/openid-configuration`,
  };
}

/** The metadata of an authorization server (RFC 8414 section 2). */
export function metadataOf(script: AuthScript, issuer: string): JsonObject {
  const openid = (script.metadata ?? []).some((kind) => kind !== "oauth");
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(script.registration === false ? {} : { registration_endpoint: `${issuer}/register` }),
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
    jwks_uri: `${issuer}/jwks`,
    ...(script.scopes === undefined ? {} : { scopes_supported: script.scopes }),
    response_types_supported: ["code"],
    grant_types_supported: grantsOf(script),
    token_endpoint_auth_methods_supported: authenticationOf(script),
    token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256", "EdDSA"],
    code_challenge_methods_supported: ["S256"],
    ...(script.documents === true ? { client_id_metadata_document_supported: true } : {}),
    ...(script.issuesIss === false ? {} : { authorization_response_iss_parameter_supported: true }),
    ...(openid ? { subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["ES256", "RS256"] } : {}),
  };
}

const endpointNames: Readonly<Record<string, AuthEndpoint>> = {
  authorize: "authorize",
  token: "token",
  register: "register",
  revoke: "revoke",
  introspect: "introspect",
  jwks: "jwks",
};

/** What a path is about: by its last part, wherever it stands, so that a request to the wrong place is known for what it is. */
export function endpointAt(path: string): AuthEndpoint {
  if (path.includes("/.well-known/oauth-authorization-server") || path.includes("/.well-known/openid-configuration"))
    return "metadata";
  if (path.includes("/.well-known/oauth-protected-resource")) return "resource-metadata";
  return endpointNames[path.split("/").at(-1) ?? ""] ?? "elsewhere";
}
