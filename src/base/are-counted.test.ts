import { expect, test } from "vitest";
import { areCounted } from "./are-counted.ts";

test.each([
  [["s-1", "s-2"], true],
  [["7", "9", "12"], true],
  [["/v1/messages?session=17", "/v1/messages?session=18"], true],
  [["s-000000000000101", "s-000000000000102", "s-000000000000103"], true],
  [["s-1", "s-1"], false],
  [["s-1"], false],
  [["s-1", "s-9000"], false],
  [["a-1", "b-2"], false],
  [["1-1", "2-2"], false],
  [["0f1d3a7c-5b2e-4c1a-9d3f-000000000001", "7c1e9b20-11aa-4f6e-8b7d-000000000002"], false],
  [["1234567890123456", "1234567890123457"], false],
])("%j", (texts, counted) => {
  expect(areCounted(texts)).toBe(counted);
});
