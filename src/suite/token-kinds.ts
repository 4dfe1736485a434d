/**
 * Tokens beside the one that goes with every request: `valid` is that one; `other-user` is as good, and somebody else's; `narrow` has too
 * little scope for something; `challenged` has, beside those, all scopes that refusals of it have named so far, and is made when it is
 * sent; the others are to be refused: expired, not valid yet, for another resource, from another issuer, without
 * a signature, or signed by a key that is not the issuer's.
 */
export const tokenKinds = [
  "valid",
  "other-user",
  "narrow",
  "challenged",
  "expired",
  "early",
  "other-audience",
  "other-issuer",
  "unsigned",
  "wrong-key",
] as const;

/** The name of a token that a step may send. */
export type TokenKind = (typeof tokenKinds)[number];

/** Tokens by what is special about them, as they stand in a header. */
export type Tokens = { readonly [K in TokenKind]?: string };
