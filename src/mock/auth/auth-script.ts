import * as z from "zod";
import { jsonObject } from "../script/rule.ts";

/** The places at which a client asks for something that has to do with authorization. */
export const authEndpoints = [
  "resource-metadata",
  "metadata",
  "authorize",
  "token",
  "register",
  "revoke",
  "introspect",
  "jwks",
  "elsewhere",
] as const;

/** A place at which a client asks for something that has to do with authorization. */
export type AuthEndpoint = (typeof authEndpoints)[number];

const texts = z.record(z.string(), z.string().nullable());

/** What a server does differently from a right one. Texts may hold {issuer}, {origin}, {resource}, {other}, and {reserved}: the origin by 0.0.0.0. */
const authRule = z.strictObject({
  on: z.enum(authEndpoints),
  when: z.record(z.string(), z.string()).optional().describe("members the request must have, `grant_type` say"),
  at: z.string().optional().describe("what the path must contain"),
  nth: z.int().positive().optional().describe("only the so-manieth of those that match otherwise, from 1"),
  from: z.int().positive().optional().describe("only from the so-manieth on"),
  merge: jsonObject.optional().describe("merges into the document that is answered (RFC 7396)"),
  redirect: texts.optional().describe("members of the query of the redirection, or with null without"),
  status: z.int().min(200).max(599).optional(),
  json: jsonObject.optional().describe("answers with this document instead"),
  body: z.string().optional().describe("answers with this text instead"),
  headers: texts.optional().describe("headers to set, or with null to leave out"),
});

/** What a server does differently from a right one. */
export type AuthRule = z.infer<typeof authRule>;

const client = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  redirect_uris: z.array(z.string()).optional().describe("any, when absent"),
  token_endpoint_auth_method: z.string().optional(),
  jwks: jsonObject.optional().describe("its public keys for private_key_jwt; when absent, that of the {key} it was handed"),
});

/** A client that an authorization server knows. */
export type AuthClient = z.infer<typeof client>;

/** How the protected MCP server says where it may be entered, and with what. */
const protectedServer = z.strictObject({
  metadata: z
    .array(z.enum(["path", "root", "elsewhere"]))
    .optional()
    .describe(
      "where its metadata stands (RFC 9728): below the well-known place with its path, without, or only where a 401 says",
    ),
  linked: z.boolean().optional().describe("whether a 401 names the metadata; default true"),
  scope: z.string().optional().describe("what a 401 names as scope"),
  needs: z
    .array(
      z.strictObject({
        tool: z.string().optional(),
        method: z.string().optional(),
        scope: z.string(),
        never: z.boolean().optional(),
      }),
    )
    .optional()
    .describe("scopes without which a request is refused by 403; `never`: refused whatever the token has"),
  expires: z
    .strictObject({ after: z.int().positive(), tokens: z.int().positive() })
    .optional()
    .describe("the first so many tokens are refused as expired after so many requests each that they let through"),
  moves: z
    .strictObject({ after: z.int().positive() })
    .optional()
    .describe("after so many requests it refuses all tokens and names the other authorization server"),
});

const members = {
  title: z.string(),
  description: z.string().optional(),
  path: z
    .string()
    .regex(/^(\/[^/?#]+)+$/)
    .optional()
    .describe("the path of the issuer; default none"),
  place: z
    .enum(["apart", "server"])
    .optional()
    .describe("apart: an origin of its own, the default; server: that of the MCP server, as 2025-03-26 has it"),
  metadata: z
    .array(z.enum(["oauth", "openid", "openid-appended"]))
    .optional()
    .describe("where its metadata stands: RFC 8414, OpenID Connect with the path inserted, and appended; default oauth"),
  registration: z.boolean().optional().describe("whether clients can register; default true"),
  documents: z.boolean().optional().describe("whether a client may be called by the URL of its metadata document; default false"),
  issuesIss: z.boolean().optional().describe("whether it names itself in its answers (RFC 9207); default true"),
  grants: z.array(z.string()).optional().describe("grant types; default authorization_code and refresh_token"),
  authentication: z.array(z.string()).optional().describe("how clients authenticate at the token endpoint"),
  scopes: z.array(z.string()).optional().describe("scopes_supported"),
  clients: z.array(client).optional().describe("clients it knows from before"),
  hands: z
    .record(z.string(), z.string())
    .optional()
    .describe("what a driver is handed as MCPCHECK_CONTEXT; {key} is a private key of its own, as PEM"),
  refreshes: z.boolean().optional().describe("whether it gives refresh tokens; default true"),
  lifetime: z.int().positive().optional().describe("seconds an access token lives, as the answer says; default 3600"),
  algorithm: z.enum(["ES256", "RS256", "EdDSA"]).optional().describe("what tokens are signed with; default ES256"),
  server: protectedServer.optional().describe("the MCP server it protects"),
  other: z.string().optional().describe("id of another authorization server that is there"),
  rules: z.array(authRule).optional().describe("what it does differently; all that match count"),
};

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The definition of a file in `mocks/auth/`; `mocks/auth.schema.json` is generated from it. */
export const authScript = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(idPattern),
  ...members,
});

/** An authorization server as data, and how the MCP server before it asks for its tokens. What it does not mention is right. */
export type AuthScript = z.infer<typeof authScript>;

/** The JSON Schema of an authorization server, for editors; mocks/auth.schema.json holds its text. */
export function authJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(authScript, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A scripted authorization server", ...rest };
}
