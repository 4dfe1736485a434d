import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLineReader, isTerminalInput, type TerminalInput } from "./line-reader.ts";

/** A stand-in for a terminal that remembers whether its echo is on. */
function terminal(): { readonly input: TerminalInput & PassThrough; readonly modes: boolean[] } {
  const modes: boolean[] = [];
  const setRawMode = (on: boolean): void => void modes.push(on);
  return { input: Object.assign(new PassThrough(), { isTTY: true as const, setRawMode }), modes };
}

const never = new AbortController().signal;

describe("lines of a terminal", () => {
  it("come whole, however they are cut, and end with the input (B2-041)", async () => {
    const { input } = terminal();
    const lines = createLineReader(input, () => undefined);
    input.write("fir");
    input.write("st\nsecond\r\nth");
    expect(await lines.next(never)).toBe("first");
    expect(await lines.next(never)).toBe("second");
    input.end("ird");
    expect(await lines.next(never)).toBe("third");
    expect(await lines.next(never)).toBeUndefined();
  });

  it("go to the next question when one was given up", async () => {
    const { input } = terminal();
    const lines = createLineReader(input, () => undefined);
    const controller = new AbortController();
    const given = lines.next(controller.signal);
    controller.abort();
    expect(await given).toBeUndefined();
    input.write("for the next\n");
    expect(await lines.next(never)).toBe("for the next");
    lines.close();
  });

  it("can be typed hidden in between, with the echo back afterwards (B2-049)", async () => {
    const { input, modes } = terminal();
    let shown = "";
    const lines = createLineReader(input, (text) => void (shown += text));
    const typed = lines.hidden("Password: ", never);
    input.write("s3cret\r");
    expect(await typed).toBe("s3cret");
    expect([modes, shown.includes("Password: "), shown.includes("s3cret")]).toEqual([[true, false], true, false]);
    input.write("plain\n");
    expect(await lines.next(never)).toBe("plain");
    lines.close();
  });

  it("are asked for on terminals only", () => {
    expect([isTerminalInput(terminal().input), isTerminalInput(new PassThrough())]).toEqual([true, false]);
  });
});
