import { expect, it } from "vitest";
import { codeWords } from "./codes.ts";

it.each([
  [5, 0.25],
  [6, 0.25],
  [7, 0.125],
])("code words of length 2^%i correlate by at most %f", (degree, most) => {
  const word = codeWords(degree);
  const size = 2 ** degree;
  const count = Math.min(4 ** degree, 700);
  const words = Array.from({ length: count }, (_, index) => word((index * 37) % 4 ** degree));
  let highest = 0;
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      let sum = 0;
      for (let at = 0; at < size; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
      highest = Math.max(highest, Math.abs(sum) / size);
    }
  }
  expect(highest).toBe(most);
});
