import { withoutEnd } from "./without-end.ts";

const encoder = new TextEncoder();

/** A text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Bytes as text; what is not UTF-8 becomes U+FFFD, and a byte order mark stays. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The bytes of a text in Base64, padded or not; undefined for what is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Bytes in Base64, padded. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The bytes of a text in Base64 for URLs, not padded (RFC 4648, section 5); undefined for what is none. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  return /^[\w-]*$/.test(text) ? fromBase64(text.replaceAll("-", "+").replaceAll("_", "/")) : undefined;
}

/** Bytes in Base64 for URLs, not padded. */
export function toBase64Url(bytes: Uint8Array): string {
  return withoutEnd(toBase64(bytes), "=").replaceAll("+", "-").replaceAll("/", "_");
}
