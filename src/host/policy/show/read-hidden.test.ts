import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { type Hidden, readHidden } from "./read-hidden.ts";

/** A terminal that notes its modes and what is written on it. */
function terminal(isTTY = true): {
  input: PassThrough & { isTTY: boolean; setRawMode: (on: boolean) => void };
  output: PassThrough;
  modes: boolean[];
  shown: () => string;
} {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => void modes.push(on) });
  const output = new PassThrough();
  const written: string[] = [];
  output.on("data", (chunk: Buffer) => written.push(chunk.toString()));
  return { input, output, modes, shown: () => written.join("") };
}

async function typing(
  ...keys: (string | Buffer)[]
): Promise<{ hidden: Hidden; modes: boolean[]; shown: string; listeners: number }> {
  const { input, output, modes, shown } = terminal();
  const reading = readHidden("Password: ", { input, output });
  for (const key of keys) input.write(key);
  const hidden = await reading;
  await new Promise((resolve) => setImmediate(resolve));
  return { hidden, modes, shown: shown(), listeners: input.listenerCount("data") };
}

describe("B2-049: a password is read without being shown, and the terminal is left as it was", () => {
  test.each<[(string | Buffer)[], Hidden]>([
    [["secret\r"], { text: "secret" }],
    [["se", "cr", "et\n"], { text: "secret" }],
    [["\r"], { text: "" }],
    [["ab\u007fc\r"], { text: "ac" }],
    [["\u007f\u007fa\r"], { text: "a" }],
    [["wrong\u0015right\r"], { text: "right" }],
    [["a", "\u001b[A", "b\r"], { text: "ab" }],
    [["a\tb\u0001\r"], { text: "ab" }],
    [[Buffer.from([0xc3]), Buffer.from([0xbc]), "\r"], { text: "ü" }],
    [["😀\u007f!\r"], { text: "!" }],
    [["half\u0003"], { ended: "interrupt" }],
    [["\u0004"], { ended: "endOfInput" }],
    [["a\u0004b\r"], { text: "ab" }],
  ])("%j gives %j", async (keys, expected) => {
    const { hidden, modes, shown, listeners } = await typing(...keys);
    expect(hidden).toEqual(expected);
    expect(modes).toEqual([true, false]);
    expect(shown).toBe("Password: \n");
    expect(listeners).toBe(0);
  });
  test("the end of input", async () => {
    const { input, output, modes } = terminal();
    const reading = readHidden("", { input, output });
    input.end();
    expect(await reading).toEqual({ ended: "endOfInput" });
    expect(modes).toEqual([true, false]);
  });
  test("a question that is withdrawn", async () => {
    const { input, output, modes } = terminal();
    const abort = new AbortController();
    const reading = readHidden("", { input, output }, abort.signal);
    abort.abort();
    expect(await reading).toEqual({ ended: "aborted" });
    expect(modes).toEqual([true, false]);
    expect(await readHidden("", { input, output }, abort.signal)).toEqual({ ended: "aborted" });
  });
  test("B2-045: without a terminal nothing is asked", async () => {
    const { input, output, modes, shown } = terminal(false);
    expect(await readHidden("Password: ", { input, output })).toEqual({ ended: "notTerminal" });
    expect([modes, shown()]).toEqual([[], ""]);
  });
});
