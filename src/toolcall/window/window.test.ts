import { expect, it } from "vitest";
import { createWindow, extend, literal } from "./window.ts";

/** What is found after each chunk: an index, -1 for none of them, or nothing yet. */
function foundAfter(literals: readonly string[], chunks: readonly string[]): (number | undefined)[] {
  const w = createWindow();
  const task = literal(w, literals);
  let found = task.next();
  return chunks.map((chunk) => {
    extend(w, chunk);
    if (found.done !== true && w.hot?.() === true) found = task.next();
    return found.done === true ? found.value : undefined;
  });
}

it.each<[string, string[], string[], (number | undefined)[]]>([
  ["is found at its last character", ["abc"], ["a", "b", "c"], [undefined, undefined, 0]],
  ["is found with more behind it", ["abc"], ["ab", "cd"], [undefined, 0]],
  ["is none from the first character on that is another", ["abcd"], ["a", "bx"], [undefined, -1]],
  ["is none where a later chunk would go on with it", ["abcd"], ["ax"], [-1]],
  ["may be another one", ["abcd", "abx"], ["ab", "x"], [undefined, 1]],
  ["may be a shorter one", ["abcd", "ab"], ["ab", "x"], [undefined, 1]],
  ["is waited for as the first that has begun", ["abcd", "ab"], ["ab", "c", "d"], [undefined, undefined, 0]],
  [
    "is none of two, though a chunk would go on with the first",
    ["abcdef", "abxyz"],
    ["ab", "x", "d"],
    [undefined, undefined, -1],
  ],
  ["is waited for through a chunk of nothing", ["ab"], ["a", "", "b"], [undefined, undefined, 0]],
])("a literal %s", (_title, literals, chunks, found) => {
  expect(foundAfter(literals, chunks)).toEqual(found);
});

it("a literal that is cut off is none", () => {
  const w = createWindow();
  const task = literal(w, ["abcd"]);
  task.next();
  extend(w, "ab");
  expect(w.hot?.()).toBe(false);
  w.final = true;
  extend(w, "c");
  expect(w.hot?.()).toBe(true);
  expect(task.next()).toEqual({ done: true, value: -1 });
  expect(w.pos).toBe(0);
});
