import { afterEach, describe, expect, it } from "vitest";
import { failures, generous, guard, kinds, open, say } from "./opened-stdio.ts";

afterEach(() => guard.killAll());

describe("openStdio: a child that does not stop", () => {
  const write = (expression: string, stream = "stdout"): string =>
    `const piece = ${expression}; (function more() { while (process.${stream}.write(piece)); process.${stream}.once("drain", more); })();`;

  it("stops one that writes without a line end, and keeps little of it", async () => {
    const opened = open(write(`Buffer.alloc(1 << 16, 97)`));
    await opened.transport.ended;
    await opened.transport.close("eof");
    expect(kinds(opened)).toEqual(["frame", "failure", "signal", "exit"]);
    expect(failures(opened)).toEqual([
      "more than 1000000 bytes were written to stdout without a line end; the process was stopped",
    ]);
    const [frame] = opened.of("frame");
    expect([frame?.cut, frame?.text.length]).toEqual([true, 65_536]);
    expect(frame?.bytes).toBeGreaterThan(1_000_000);
  });

  it("stops one that writes lines for ever by their bytes, without a broken last line", async () => {
    const opened = open(write(`'{"jsonrpc":"2.0","method":"x","params":{"d":"' + "x".repeat(2000) + '"}}\\n'`));
    await opened.transport.ended;
    expect(failures(opened)).toEqual(["more than 1000000 bytes were written to stdout; the process was stopped"]);
    expect(opened.of("frame").filter((frame) => !frame.cut && !frame.text.endsWith('"}}'))).toEqual([]);
  });

  it("stops one that writes lines for ever by their number", async () => {
    const opened = open(write(`"{}\\n".repeat(100)`), { limits: { ...generous, connectionFrames: 500 } });
    await opened.transport.ended;
    expect(failures(opened)).toEqual(["more than 500 lines were written to stdout; the process was stopped"]);
    expect(opened.of("frame")).toHaveLength(500);
  });

  it("records only so much of stderr, and goes on", async () => {
    const opened = open(
      `require("fs").writeSync(2, "start\\n"); for (let i = 0; i < 40; i++) require("fs").writeSync(2, "x".repeat(65535) + "\\n");` +
        say("still here\n"),
    );
    await opened.received(1);
    await opened.transport.close("eof");
    const kept = opened.of("stderr").reduce((sum, event) => sum + event.text.length, 0);
    expect(kept).toBeLessThan(1.2 * 1024 * 1024);
    expect(
      opened
        .of("stderr")
        .map((event) => event.cut ?? false)
        .filter(Boolean),
    ).toEqual([true]);
    expect(opened.of("stderr").at(-1)?.cut).toBe(true);
    expect(opened.transport.stderrTail().length).toBeLessThanOrEqual(4096);
    expect(failures(opened)).toEqual([]);
  });
});
