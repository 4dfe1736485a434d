import type { JsonObject } from "../../jsonrpc/json.ts";
import { type KeyPair, makeKeys, signed, unsigned } from "./signing.ts";

/** An access token as somebody wishes it. What is not said is right. */
export type TokenWish = {
  /** Whom it is for: the resource, or several. */
  readonly audience: string | readonly string[];
  readonly scope?: readonly string[];
  readonly client?: string;
  readonly subject?: string;
  /** From now, in seconds; below 0 it has expired. Default an hour. */
  readonly expiresIn?: number;
  /** From now, in seconds; above 0 it is not valid yet. Default none. */
  readonly notBefore?: number;
  /** Who it says has issued it; default the server itself. */
  readonly issuer?: string;
  /** `stranger`: by a key the server does not publish, under the same id; `none`: not at all (`alg: none`). Default `own`. */
  readonly signedBy?: "own" | "stranger" | "none";
};

/** What a token is made with: `now` in milliseconds since 1970, `id` of the token. */
export type Mint = { readonly keys: KeyPair; readonly issuer: string; readonly now: number; readonly id: string };

/** Makes an access token: a JSON Web Token as RFC 9068 has it. */
export async function issueToken(wish: TokenWish, { keys, issuer, now, id }: Mint): Promise<string> {
  const { audience, scope = [], client = "mcpcheck", subject = "mcpcheck-user", expiresIn = 3600, notBefore } = wish;
  const seconds = Math.floor(now / 1000);
  const claims: JsonObject = {
    iss: wish.issuer ?? issuer,
    sub: subject,
    aud: audience,
    client_id: client,
    scope: scope.join(" "),
    iat: Math.min(seconds, seconds + expiresIn - 3600),
    exp: seconds + expiresIn,
    jti: id,
    ...(notBefore === undefined ? {} : { nbf: seconds + notBefore }),
  };
  if (wish.signedBy === "none") return unsigned(claims);
  return await signed(wish.signedBy === "stranger" ? await makeKeys(keys.algorithm, keys.id) : keys, claims);
}
