import type { TokenWish } from "../../../mock/auth/issue-token.ts";
import type { TokenKind } from "../../../suite/token-kinds.ts";

/** An hour, in seconds: more than any clock is off. */
const hour = 3600;

/** Nobody is called so (RFC 2606). */
const elsewhere = "https://elsewhere.mcpcheck.example";

/** The tokens a server is tried with, as they are wished of its issuer; `narrow` only where it is known what is too little. */
export function tokenWishes(
  audience: string,
  scope: readonly string[],
  narrow: readonly string[] | undefined,
): ReadonlyMap<TokenKind, TokenWish> {
  const good: TokenWish = { audience, scope };
  return new Map<TokenKind, TokenWish>([
    ["valid", good],
    ["other-user", { ...good, subject: "mcpcheck-other-user", client: "mcpcheck-other" }],
    ["expired", { ...good, expiresIn: -hour }],
    ["early", { ...good, notBefore: hour, expiresIn: 2 * hour }],
    ["other-audience", { ...good, audience: `${elsewhere}/mcp` }],
    ["other-issuer", { ...good, issuer: elsewhere }],
    ["unsigned", { ...good, signedBy: "none" }],
    ["wrong-key", { ...good, signedBy: "stranger" }],
    ...(narrow === undefined ? [] : ([["narrow", { ...good, scope: narrow }]] as const)),
  ]);
}
