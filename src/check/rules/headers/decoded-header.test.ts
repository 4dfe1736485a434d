import { expect, test } from "vitest";
import { decodedHeader } from "./decoded-header.ts";

test.each([
  ["plain", "plain"],
  ["=?base64?Z3LDvMOfZQ==?=", "grüße"],
  ["=?base64??=", ""],
  ["=?base64?Z3LDvMOfZQ==?= and more", "=?base64?Z3LDvMOfZQ==?= and more"],
  ["see =?base64?Z3LDvMOfZQ==?=", "see =?base64?Z3LDvMOfZQ==?="],
  ["=?base64?no base64?=", "=?base64?no base64?="],
])("%j stands for %j", (value, text) => {
  expect(decodedHeader(value)).toBe(text);
});
