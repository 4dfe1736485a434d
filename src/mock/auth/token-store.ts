import { createHash } from "node:crypto";

/** What an access or refresh token stands for. */
export type Grant = {
  readonly client: string;
  readonly scope: readonly string[];
  /** Whom it is for: the resource that was asked for. */
  readonly audience: readonly string[];
};

/** What an authorization code stands for, until it is redeemed. */
export type CodeGrant = Grant & {
  readonly redirectUri: string | undefined;
  readonly challenge: string | undefined;
  readonly challengeMethod: string | undefined;
};

type Once<T> = { readonly grant: T; used: boolean };

/** The codes and tokens an authorization server gave out. */
export type TokenStore = {
  readonly addCode: (code: string, grant: CodeGrant) => void;
  /** What a code stands for, and whether it was redeemed before; it is from now on. */
  readonly redeem: (code: string) => { readonly grant: CodeGrant; readonly used: boolean } | undefined;
  readonly addRefresh: (token: string, grant: Grant) => void;
  readonly refresh: (token: string) => { readonly grant: Grant; readonly used: boolean } | undefined;
  readonly addAccess: (token: string, grant: Grant) => void;
  readonly access: (token: string) => Grant | undefined;
  /** Which of the access tokens it is, from 1 on. */
  readonly placeOf: (token: string) => number;
  readonly revoke: (token: string) => void;
};

/** An empty store. */
export function createTokenStore(): TokenStore {
  const codes = new Map<string, Once<CodeGrant>>();
  const refreshes = new Map<string, Once<Grant>>();
  const accesses = new Map<string, Grant>();
  const order: string[] = [];
  const take = <T>(from: Map<string, Once<T>>, key: string) => {
    const found = from.get(key);
    if (found === undefined) return undefined;
    const { grant, used } = found;
    found.used = true;
    return { grant, used };
  };
  return {
    addCode: (code, grant) => void codes.set(code, { grant, used: false }),
    redeem: (code) => take(codes, code),
    addRefresh: (token, grant) => void refreshes.set(token, { grant, used: false }),
    refresh: (token) => take(refreshes, token),
    addAccess(token, grant) {
      accesses.set(token, grant);
      order.push(token);
    },
    access: (token) => accesses.get(token),
    placeOf: (token) => order.indexOf(token) + 1,
    revoke(token) {
      accesses.delete(token);
      refreshes.delete(token);
    },
  };
}

/** How a verifier fits the challenge of its code (RFC 7636). */
export function verifierFinding({ challenge, challengeMethod }: CodeGrant, verifier: string | undefined): string {
  if (challenge === undefined) return verifier === undefined ? "unasked" : "without a challenge";
  if (verifier === undefined) return "missing";
  const made = challengeMethod === "S256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  return made === challenge ? "matches" : "differs";
}
