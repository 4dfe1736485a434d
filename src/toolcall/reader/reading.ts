/** How reading a call ended: delivered, cut off by the end of the input, unreadable, or no call at all. */
export type Reading =
  | { readonly kind: "call" }
  | { readonly kind: "cut" }
  | { readonly kind: "bad"; readonly why: string }
  | { readonly kind: "none" };

/** The call was delivered. */
export const delivered: Reading = { kind: "call" };
/** The input ended first. */
export const cut: Reading = { kind: "cut" };
/** The opener was text. */
export const noCall: Reading = { kind: "none" };

/** The call cannot be read. */
export function bad(why: string): Reading {
  return { kind: "bad", why };
}
