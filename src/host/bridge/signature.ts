import { createHmac, timingSafeEqual } from "node:crypto";

/** The value of `X-Signature`: the HMAC of exactly the bytes that are sent. */
export function signatureOf(secret: string, bytes: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;
}

/** Whether a body came from whoever has the secret. Takes as long for a wrong signature as for a right one. */
export function isSigned(secret: string, bytes: Uint8Array, signature: string | undefined): boolean {
  const wanted = Buffer.from(signatureOf(secret, bytes));
  const given = Buffer.from(signature ?? "");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
