import type { JWK } from "jose";
import { isArray, type JsonObject } from "../../jsonrpc/json.ts";
import { textField } from "./auth-exchange.ts";
import type { AuthClient } from "./auth-script.ts";
import { assertionDefect } from "./signing.ts";

/** How an authorization server came to know a client. */
export type Acquaintance = "registered" | "given" | "document" | "unknown";

/** Who asks at the token endpoint, and how it showed that. */
export type Authenticated = {
  readonly id: string | undefined;
  /** As in `token_endpoint_auth_method`. */
  readonly method: string;
  readonly known: Acquaintance;
  /** What is wrong with it; undefined for a client that may go on. */
  readonly defect: string | undefined;
};

/** What a book of clients is made from. */
export type ClientBookSetup = {
  readonly clients: readonly AuthClient[];
  /** Whether the URL of a metadata document is taken for a client. */
  readonly documents: boolean;
  /** How a client may show who it is, as its metadata say. */
  readonly methods: readonly string[];
  /** The key whose private half was handed out. */
  readonly handedKey: () => JWK | undefined;
  readonly random: () => string;
  readonly now: () => number;
};

/** The clients an authorization server knows. */
export type ClientBook = {
  readonly register: (metadata: JsonObject) => AuthClient;
  readonly known: (id: string | undefined) => Acquaintance;
  /** Whether an address is among those a client said it may be sent to. */
  readonly allows: (id: string | undefined, redirectUri: string | undefined) => boolean;
  readonly authenticate: (
    fields: JsonObject,
    authorization: string | undefined,
    audience: readonly string[],
  ) => Promise<Authenticated>;
};

/** The clients of a script, and those that register. */
export function createClientBook({ clients, documents, methods, handedKey, random, now }: ClientBookSetup): ClientBook {
  const given = new Map(clients.map((client) => [client.client_id, client]));
  const registered = new Map<string, AuthClient>();
  const find = (id: string): AuthClient | undefined => given.get(id) ?? registered.get(id);

  function known(id: string | undefined): Acquaintance {
    if (id === undefined) return "unknown";
    if (given.has(id)) return "given";
    if (registered.has(id)) return "registered";
    return documents && URL.canParse(id) && new URL(id).protocol === "https:" ? "document" : "unknown";
  }

  async function defectOf(
    id: string,
    method: string,
    secret: string | undefined,
    assertion: string | undefined,
    audience: readonly string[],
  ): Promise<string | undefined> {
    const client = find(id);
    if (client === undefined) return known(id) === "document" ? undefined : "the client is unknown";
    if (method === "private_key_jwt") {
      const keys = client.jwks?.["keys"];
      const key = isArray(keys) ? (keys[0] as JWK) : handedKey();
      if (key === undefined) return "the client has no key";
      const defect = await assertionDefect(assertion ?? "", { key, audience, subject: id, now: now() });
      return defect === "valid" ? undefined : defect;
    }
    if (client.client_secret !== undefined && secret !== client.client_secret)
      return secret === undefined ? "the secret of the client is missing" : "the secret of the client is wrong";
    return undefined;
  }

  return {
    register(metadata) {
      const wish = textField(metadata, "token_endpoint_auth_method") ?? "client_secret_basic";
      // What it does not take it does not register: it replaces it and says so (RFC 7591, section 3.2.1).
      const method = methods.includes(wish) ? wish : (methods[0] ?? wish);
      const id = `client-${random()}`;
      const secret = method === "none" || method === "private_key_jwt" ? {} : { client_secret: `secret-${random()}` };
      const client = { ...metadata, token_endpoint_auth_method: method, client_id: id, ...secret } as AuthClient;
      registered.set(id, client);
      return client;
    },
    known,
    allows(id, redirectUri) {
      const uris = id === undefined ? undefined : find(id)?.redirect_uris;
      return uris === undefined || (redirectUri !== undefined && uris.includes(redirectUri));
    },
    async authenticate(fields, authorization, audience) {
      const basic = basicOf(authorization);
      const assertion = textField(fields, "client_assertion");
      const secret = textField(fields, "client_secret");
      const id = basic?.id ?? textField(fields, "client_id") ?? subjectOf(assertion);
      const method =
        basic !== undefined
          ? "client_secret_basic"
          : assertion !== undefined
            ? "private_key_jwt"
            : secret !== undefined
              ? "client_secret_post"
              : "none";
      const defect =
        id === undefined ? "no client is named" : await defectOf(id, method, basic?.secret ?? secret, assertion, audience);
      return { id, method, known: known(id), defect };
    },
  };
}

/** Id and secret of HTTP Basic authentication, each form-encoded (RFC 6749 section 2.3.1). */
function basicOf(authorization: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { id: decoded(id), secret: decoded(rest.join(":")) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The subject a client's assertion names, unverified: it says whose key to verify it with. */
function subjectOf(assertion: string | undefined): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(assertion?.split(".")[1] ?? "", "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? textField(claims as JsonObject, "sub") : undefined;
  } catch {
    return undefined;
  }
}
