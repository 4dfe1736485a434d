import { getEventListeners } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Hidden, readHidden } from "./read-hidden.ts";

const escape = "\u001b";

/** A terminal that notes in order what is done to it and written on it. */
class NotedInput extends PassThrough {
  readonly isTTY = true;
  readonly noted: string[] = [];
  setRawMode(on: boolean): void {
    this.noted.push(on ? "raw" : "as before");
  }
}

function terminal(): { input: NotedInput; output: PassThrough; noted: readonly string[] } {
  const input = new NotedInput();
  const output = new PassThrough();
  output.on("data", (chunk: Buffer) => input.noted.push(chunk.toString()));
  return { input, output, noted: input.noted };
}

const events = ["data", "end", "close", "error"];
const listeners = (input: NotedInput): readonly number[] => events.map((event) => input.listenerCount(event));

describe("what is typed", () => {
  it.each<[title: string, keys: readonly string[], expected: Hidden]>([
    ["may have blanks, also in front", [" a b \r"], { text: " a b " }],
    ["may have letters of any script", ["пароль\r"], { text: "пароль" }],
    ["ends at the first line end", ["one\rtwo\r"], { text: "one" }],
    ["is shortened by the key for going back", ["abc\b\r"], { text: "ab" }],
    ["is shortened by a key at a time", ["abc\u007f\u007f\r"], { text: "a" }],
    ["is begun anew, also twice", ["a\u0015b\u0015c\r"], { text: "c" }],
    ["has no arrow keys in it", [`a${escape}[Db\r`], { text: "ab" }],
    ["has no arrow keys with other keys held", [`a${escape}[1;5Cb\r`], { text: "ab" }],
    ["has no function keys in it", [`a${escape}OPb${escape}[15~c\r`], { text: "abc" }],
    ["has no sequences with signs before their end", [`a${escape}[0 qb\r`], { text: "ab" }],
    ["has no letters with a key held", [`a${escape}xb\r`], { text: "ab" }],
    ["has no key for leaving in it", [`a${escape}`, "\r"], { text: "a" }],
    ["has no other control characters in it", ["a\u0000\u0007\t\u001fb\r"], { text: "ab" }],
    ["is given up in the middle of it", ["ab\u0003cd\r"], { ended: "interrupt" }],
    ["is given up before anything", ["\u0003"], { ended: "interrupt" }],
    ["is at its end when all of it was taken back", ["a\u007f\u0004"], { ended: "endOfInput" }],
    ["is at its end when it was begun anew", ["a\u0015\u0004"], { ended: "endOfInput" }],
  ])("%s", async (_title, keys, expected) => {
    const { input, output, noted } = terminal();
    const reading = readHidden("Password: ", { input, output });
    for (const key of keys) input.write(key);
    expect(await reading).toEqual(expected);
    expect(noted.join(", ")).toBe("raw, Password: , as before, \n");
  });
});

describe("a terminal", () => {
  it.each<[title: string, end: (input: NotedInput, abort: AbortController) => void, expected: Hidden]>([
    ["after a line", (input) => input.write("a\r"), { text: "a" }],
    ["after the question was withdrawn", (_input, abort) => abort.abort(), { ended: "aborted" }],
    ["after its input ended", (input) => input.end(), { ended: "endOfInput" }],
    ["after it was closed", (input) => input.destroy(), { ended: "endOfInput" }],
    ["after it failed", (input) => input.emit("error", new Error("gone")), { ended: "endOfInput" }],
  ])("is as it was %s", async (_title, end, expected) => {
    const { input, output, noted } = terminal();
    const before = listeners(input);
    const abort = new AbortController();
    const reading = readHidden("?", { input, output }, abort.signal);
    expect(listeners(input)).toEqual(before.map((count) => count + 1));
    end(input, abort);
    expect(await reading).toEqual(expected);
    expect(listeners(input)).toEqual(before);
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
    // What was destroyed gives nothing any more, and from Node 26 on cannot be paused.
    expect(input.isPaused() || input.destroyed).toBe(true);
    expect(noted).toEqual(["raw", "?", "as before", "\n"]);
  });

  it("reads a question that was withdrawn before as such, and is not touched", async () => {
    const { input, output, noted } = terminal();
    expect(await readHidden("?", { input, output }, AbortSignal.abort())).toEqual({ ended: "aborted" });
    expect(noted).toEqual([]);
  });

  it.each<[title: string, members: { isTTY?: boolean; setRawMode?: (on: boolean) => void }]>([
    ["that is none", { isTTY: false, setRawMode: () => {} }],
    ["that does not say what it is", { setRawMode: () => {} }],
    ["that shows whatever is typed", { isTTY: true }],
  ])("%s is asked nothing", async (_title, members) => {
    const output = new PassThrough();
    const input = Object.assign(new PassThrough(), members);
    expect(await readHidden("Password: ", { input, output })).toEqual({ ended: "notTerminal" });
    expect(output.readableLength).toBe(0);
  });
});
