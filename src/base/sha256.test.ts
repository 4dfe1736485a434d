import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256, sha256 } from "./sha256.ts";

test("the empty text has the published digest", () => {
  expect(sha256(new Uint8Array())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("bytes have the digest the platform gives them, whatever their length", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
  );
});

test("makes the HMAC that the platform makes", () => {
  for (const [key, message] of [
    ["Jefe", "what do ya want for nothing?"],
    ["k".repeat(64), ""],
  ] as const)
    expect(hmacSha256(Buffer.from(key), Buffer.from(message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
});
