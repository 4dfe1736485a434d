import { afterEach, describe, expect, it } from "vitest";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { echo, guard, isGone, kinds, limits, open, say, signals, stubborn } from "./opened-stdio.ts";

afterEach(() => guard.killAll());

describe("openStdio: nothing is left behind", () => {
  const withGrandchild = (grandchild: string, rest: string): string =>
    `const child = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: ["ignore", "inherit", "inherit"] });` +
    `console.log(child.pid);` +
    rest;

  it("counts and ends what a child left in its group, whose pipes do not keep it waiting", async () => {
    const opened = open(withGrandchild(stubborn, `setTimeout(() => process.exit(0), 100)`), { limits });
    const [pid] = await opened.received(1);
    await opened.transport.ended;
    await opened.transport.close("eof");
    expect(kinds(opened)).toEqual(["frame", "exit", "orphans", "signal"]);
    expect(opened.of("orphans")[0]).toMatchObject({ count: 1 });
    expect(isGone(Number(pid))).toBe(true);
  });

  it("lets the rest of a group end by itself before it calls it orphaned", async () => {
    const opened = open(withGrandchild(`setTimeout(() => {}, 100)`, `setTimeout(() => process.exit(0), 50)`));
    await opened.received(1);
    await opened.transport.close("eof");
    expect(kinds(opened)).not.toContain("orphans");
    expect(signals(opened)).toEqual([]);
  });

  it.runIf(process.platform === "linux")("weighs the whole group, while it runs", async () => {
    const large = `const kept = Buffer.alloc(64 * 2 ** 20, 1); setInterval(() => kept, 1000); process.stdout.write("there\\n");`;
    const opened = open(withGrandchild(large, `setInterval(() => {}, 1000)`));
    await opened.received(2);
    opened.transport.weigh?.();
    await opened.transport.close("term");
    opened.transport.weigh?.();
    const [weight, ...more] = opened.of("memory");
    expect(weight?.bytes).toBeGreaterThan(64 * 2 ** 20);
    expect(more).toEqual([]);
  });

  it("signals the whole group", async () => {
    const opened = open(withGrandchild(`setInterval(() => {}, 1000)`, `setInterval(() => {}, 1000)`));
    const [pid] = await opened.received(1);
    await opened.transport.close("term");
    expect(isGone(Number(pid))).toBe(true);
    expect(signals(opened)).toEqual(["SIGTERM"]);
    expect(kinds(opened)).not.toContain("orphans");
  });

  it("lets a guard end every group at once, and forget those that are gone", async () => {
    const own = createProcessGuard();
    const first = open(withGrandchild(stubborn, stubborn), { guard: own, limits });
    const second = open(stubborn, { guard: own, limits });
    const [pid] = await first.received(1);
    expect(own.size()).toBe(2);
    own.killAll();
    await Promise.all([first.transport.ended, second.transport.ended]);
    await Promise.all([first.transport.close("drop"), second.transport.close("drop")]);
    expect(isGone(Number(pid))).toBe(true);
    expect(own.size()).toBe(0);
  });

  it("closes once, however often it is asked to", async () => {
    const opened = open(echo);
    await Promise.all([opened.transport.close("eof"), opened.transport.close("term"), opened.transport.close("eof")]);
    expect(kinds(opened)).toEqual(["stdin-closed", "exit"]);
  });

  it("does not wait any longer when a closing connection is dropped", async () => {
    const opened = open(stubborn + say("up\n"));
    await opened.received(1);
    await Promise.all([opened.transport.close("eof"), opened.transport.close("drop"), opened.transport.close("drop")]);
    expect(kinds(opened)).toEqual(["frame", "stdin-closed", "signal", "exit"]);
    expect(signals(opened)).toEqual(["SIGKILL"]);
  });
});
