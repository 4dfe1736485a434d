import { isArray, type JsonObject } from "../../../../jsonrpc/json.ts";
import type { AuthFault } from "./auth-faults.ts";
import { askJson } from "./http-json.ts";

/** Where a client is to get its token. */
export type Found = {
  readonly issuer: string;
  readonly metadata: JsonObject;
  /** The resource's own scopes, where it names some. */
  readonly scopes: readonly string[] | undefined;
  /** Whether an authorization server was named, as all revisions but 2025-03-26 have it. */
  readonly named: boolean;
};

type Faults = ReadonlySet<AuthFault>;

const get = { headers: { accept: "application/json" } };

/** Finds out who gives tokens for an end point: by its metadata (RFC 9728), or as 2025-03-26 has it. */
export async function discover(url: string, named: string | undefined, faults: Faults): Promise<Found> {
  const endpoint = new URL(url);
  const found = faults.has("skips-resource-metadata") ? undefined : await resourceMetadata(endpoint, named, faults);
  if (found === undefined) return await discoverAtOrigin(endpoint.origin, faults);
  const { place, body: resource } = found;
  // RFC 9728 section 3.3: what a 401 named is about the end point, what was looked for about what its place was made of.
  const described = named === undefined && place === wellKnown(endpoint.origin) ? endpoint.origin : url;
  if (resource["resource"] !== described && !faults.has("trusts-any-resource"))
    throw new Error("the metadata of the resource is that of another one");
  const servers = resource["authorization_servers"];
  const issuer = isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== "string") throw new Error("the resource names no authorization server");
  const metadata = await serverMetadata(new URL(issuer), issuer, faults);
  const scopes = resource["scopes_supported"];
  return {
    issuer,
    metadata,
    scopes: isArray(scopes) ? scopes.filter((one): one is string => typeof one === "string") : undefined,
    named: true,
  };
}

const wellKnown = (origin: string): string => `${origin}/.well-known/oauth-protected-resource`;

async function resourceMetadata(
  { origin, pathname }: URL,
  named: string | undefined,
  faults: Faults,
): Promise<Document | undefined> {
  const root = wellKnown(origin);
  const known = named === undefined || faults.has("ignores-challenge-url");
  const places = known ? (faults.has("asks-root-first") ? [root, `${root}${pathname}`] : [`${root}${pathname}`, root]) : [named];
  return await firstOf(places, faults);
}

/** A document, and where it was found. */
type Document = { readonly place: string; readonly body: JsonObject };

async function firstOf(places: readonly string[], faults: Faults): Promise<Document | undefined> {
  const init: RequestInit = faults.has("follows-redirections") ? { ...get, redirect: "follow" } : get;
  for (const place of places) {
    const { status, body } = await askJson(place, init, faults.has("asks-any-address"));
    if (status === 200 && body !== undefined) return { place, body };
  }
  return undefined;
}

/** The metadata of an issuer (authorization-server-discovery#authorization-server-metadata-discovery). */
async function serverMetadata({ origin, pathname }: URL, issuer: string, faults: Faults): Promise<JsonObject> {
  const path = pathname === "/" ? "" : pathname;
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const openid = `${origin}/.well-known/openid-configuration${path}`;
  const usual = [oauth, openid, ...(path === "" ? [] : [`${origin}${path}/.well-known/openid-configuration`])];
  const metadata = (await firstOf(faults.has("asks-openid-first") ? [...usual.slice(1), oauth] : usual, faults))?.body;
  if (metadata === undefined) throw new Error("the authorization server has no metadata");
  if (metadata["issuer"] !== issuer && !faults.has("trusts-any-issuer"))
    throw new Error("the metadata of the authorization server is that of another one");
  const methods = metadata["code_challenge_methods_supported"];
  if (!(isArray(methods) && methods.includes("S256")) && !faults.has("ignores-pkce-support"))
    throw new Error("the authorization server does not say that it knows PKCE with S256");
  return faults.has("assumes-endpoints") ? { ...metadata, ...defaults(issuer) } : metadata;
}

const defaults = (base: string): JsonObject => ({
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  registration_endpoint: `${base}/register`,
});

/** The MCP server's own origin is the authorization server, whether it has metadata or not (2025-03-26 basic/authorization). */
async function discoverAtOrigin(origin: string, faults: Faults): Promise<Found> {
  const asked = faults.has("tries-defaults-first")
    ? undefined
    : (await firstOf([`${origin}/.well-known/oauth-authorization-server`], faults))?.body;
  if (asked === undefined && faults.has("assumes-no-endpoints")) throw new Error("the server has no metadata");
  const metadata = asked === undefined || faults.has("assumes-endpoints") ? { ...asked, ...defaults(origin) } : asked;
  const issuer = typeof metadata["issuer"] === "string" ? metadata["issuer"] : origin;
  return { issuer, metadata, scopes: undefined, named: false };
}
