import {
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import type { JsonObject } from "../../jsonrpc/json.ts";

/** What a token is signed with. */
export type Algorithm = "ES256" | "RS256" | "EdDSA";

/** A pair of keys of an authorization server, or of a client. */
export type KeyPair = {
  readonly algorithm: Algorithm;
  readonly id: string;
  readonly privateKey: CryptoKey;
  /** The public half, as a JSON Web Key (RFC 7517). */
  readonly jwk: JWK;
};

/** Makes a pair of keys. */
export async function makeKeys(algorithm: Algorithm, id: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { algorithm, id, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: "sig" } };
}

/** The private half of a pair as PEM (PKCS #8). */
export const pemOf = ({ privateKey }: KeyPair): Promise<string> => exportPKCS8(privateKey);

/** A signed JSON Web Token with these claims, of the type of access tokens (RFC 9068) unless another is given. */
export function signed(keys: KeyPair, claims: JsonObject, type = "at+jwt"): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: keys.algorithm, kid: keys.id, typ: type }).sign(keys.privateKey);
}

/** A JSON Web Token that says it needs no signature. */
export const unsigned = (claims: JsonObject): string => new UnsecuredJWT(claims).encode();

/**
 * Whether a client's assertion (RFC 7523) is what it should be: "valid", or what is wrong with it. `now` is in milliseconds since 1970.
 */
export async function assertionDefect(
  assertion: string,
  {
    key,
    audience,
    subject,
    now,
  }: { readonly key: JWK; readonly audience: readonly string[]; readonly subject: string; readonly now: number },
): Promise<string> {
  try {
    const { alg } = decodeProtectedHeader(assertion);
    const options = { audience: [...audience], subject, issuer: subject, currentDate: new Date(now), requiredClaims: ["exp"] };
    await jwtVerify(assertion, await importJWK(key, alg), options);
    return "valid";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
