import { expect, it } from "vitest";
import { differBeyondAscii } from "./compare.ts";

it("texts that are the same do not differ in characters beyond ASCII", () => {
  expect(differBeyondAscii("Grüße", "Grüße")).toBe(false);
  expect(differBeyondAscii("Gre", "Grüße")).toBe(true);
});
