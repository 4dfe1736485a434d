import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { wrapped } from "./wrapped.ts";

/** Forty-five characters in nine words. */
const words = "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii.";

it.each([
  ["goes on at the left edge where it began there", words, ["aaaa bbbb cccc dddd eeee ffff gggg hhhh", "iiii."]],
  ["goes on two further in where it was indented", `  ${words}`, ["  aaaa bbbb cccc dddd eeee ffff gggg", "    hhhh iiii."]],
  [
    "goes on below what was seen",
    `      saw:   ${words}`,
    ["      saw:   aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  [
    "goes on below the library",
    `      from:  ${words}`,
    ["      from:  aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  [
    "goes on below what follows",
    `      so:    ${words}`,
    ["      so:    aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  [
    "goes on below a note",
    `      note:  ${words}`,
    ["      note:  aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  [
    "goes on below what is to be done",
    `      fix:   ${words}`,
    ["      fix:   aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  ["goes on below the check after FAIL", `FAIL  ${words}`, ["FAIL  aaaa bbbb cccc dddd eeee ffff gggg", "      hhhh iiii."]],
  ["goes on below the check after WARN", `WARN  ${words}`, ["WARN  aaaa bbbb cccc dddd eeee ffff gggg", "      hhhh iiii."]],
  [
    "goes on below what became of it when it was played again",
    `      retry: ${words}`,
    ["      retry: aaaa bbbb cccc dddd eeee", "             ffff gggg hhhh iiii."],
  ],
  ["goes on below the check after FLAKY", `FLAKY  ${words}`, ["FLAKY  aaaa bbbb cccc dddd eeee ffff", "       gggg hhhh iiii."]],
  [
    "goes on as any text where such a word stands inside it",
    `seen: note: ${words}`,
    ["seen: note: aaaa bbbb cccc dddd eeee", "ffff gggg hhhh iiii."],
  ],
  [
    "goes on in the middle at most, however far in it began",
    `${" ".repeat(30)}${words.slice(0, 24)}`,
    [`${" ".repeat(30)}aaaa bbbb cccc`, `${" ".repeat(22)}dddd eeee`],
  ],
  ["keeps a word that is longer than a line", `a ${"x".repeat(50)} b`, ["a", "x".repeat(50), "b"]],
  [
    "breaks bytes anywhere, and keeps their spaces",
    `  → #7 {"a":1,   "b":"${"y".repeat(30)}"}`,
    [`  → #7 {"a":1,   "b":"${"y".repeat(18)}`, `       ${"y".repeat(12)}"}`],
  ],
  ["goes on below the bytes that nobody sent", `· #12 ${"z".repeat(40)}`, [`· #12 ${"z".repeat(34)}`, `      ${"z".repeat(6)}`]],
  ["is no bytes where an arrow stands inside it", `a ← #1 ${words}`, ["a ← #1 aaaa bbbb cccc dddd eeee ffff", "gggg hhhh iiii."]],
])("a line of forty columns %s", (_title, line, lines) => {
  expect(wrapped(line, 40).split("\n")).toEqual(lines);
});

it.each([
  ["a link", `https://a.example/${words}`],
  ["an unsafe link", `  http://a.example/${words}`],
  ["a statement's address", `      spec:  ${words}`],
  ["where there is more to read", `      more:  ${words}`],
  ["a command to be pasted", `      again: ${words}`],
  ["a command of ours", `  mcpcheck ${words}`],
  ["a command of ours through npx", `npx mcpcheck ${words}`],
])("%s stays whole", (_title, line) => {
  expect(wrapped(line, 40)).toBe(line);
});

it.each([
  ["text before a link", `see https://a.example/${words}`],
  ["text before the address of a statement", `see spec: ${words}`],
  ["a command that only begins like ours", `mcpchecks ${words}`],
])("%s does not", (_title, line) => {
  expect(wrapped(line, 40)).not.toBe(line);
});

it("a line that fits is left as it is, though what goes on would stand further in", () => {
  const line = `  ${"x".repeat(18)} ${"y".repeat(19)}`;
  expect(wrapped(line, 40)).toBe(line);
});

it("bytes keep their spaces where they are broken", () => {
  const [first, next] = ["z".repeat(34), `  ${"y".repeat(6)}`];
  expect(wrapped(`· #12 ${first}${next}`, 40)).toBe(`· #12 ${first}\n      ${next}`);
});

it("a colour ends with each line, and begins again with the text of the next", () => {
  expect(wrapped(`      saw:   \u001b[36m${words}\u001b[39m`, 40).split("\n")).toEqual([
    "      saw:   \u001b[36maaaa bbbb cccc dddd eeee\u001b[39m",
    "             \u001b[36mffff gggg hhhh iiii.\u001b[39m",
  ]);
});

it.each([
  ["forty characters are one line", 40, "x".repeat(35), 1],
  ["forty-one characters are two lines", 40, "x".repeat(36), 2],
  ["thirty-nine columns leave a line as it is", 39, "x".repeat(60), 1],
])("of %s", (_title, columns, word, count) => {
  expect(wrapped(`aaaa ${word}`, columns).split("\n")).toHaveLength(count);
});

it.each([
  ["before the label", "\u001b[1m      saw:\u001b[22m   ", ""],
  ["after the label", "      saw:   \u001b[36m", "\u001b[39m"],
  ["inside the label", "      s\u001b[1ma\u001b[22mw:   ", ""],
  ["around an empty text", "\u001b[1m\u001b[22m      saw:   \u001b[1m\u001b[22m", ""],
])("colours %s make no difference to where a line goes on", (_title, before, after) => {
  const text = wrapped(`${before}${words}${after}`, 40);
  expect(stripVTControlCharacters(text)).toBe(wrapped(`      saw:   ${words}`, 40));
});

it("each line of a text is wrapped by itself", () => {
  expect(wrapped(`short\n${words}\n`, 40)).toBe("short\naaaa bbbb cccc dddd eeee ffff gggg hhhh\niiii.\n");
});
