import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../trace/recorder.ts";
import type { EventOf, WireEvent } from "../trace/wire-event.ts";
import type { ClientTransport, Incoming, TransportLimits } from "./client-transport.ts";
import { createProcessGuard } from "./process-guard.ts";
import { openStdio, type StdioOptions } from "./stdio.ts";

const limits: TransportLimits = { frameBytes: 100_000, connectionBytes: 1_000_000, graceMs: 300 };
const generous: TransportLimits = { ...limits, graceMs: 10_000 };
const guard = createProcessGuard();

afterEach(() => guard.killAll());

type Opened = {
  readonly transport: ClientTransport;
  readonly events: () => readonly WireEvent[];
  readonly of: <K extends WireEvent["kind"]>(kind: K) => EventOf<K>[];
  /** Resolves when this many messages are there. */
  readonly received: (count: number) => Promise<string[]>;
};

function open(script: string, changes: Partial<StdioOptions> = {}): Opened {
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => performance.now());
  const base = { command: process.execPath, args: ["-e", script], env: {}, recorder, connection: 1, limits: generous, guard };
  const transport = openStdio({ ...base, ...changes });
  const texts: string[] = [];
  let wake = (): void => {};
  transport.listen(({ text }) => {
    texts.push(text);
    wake();
  });
  const events = (): readonly WireEvent[] => recorder.trace().events;
  return {
    transport,
    events,
    of: <K extends WireEvent["kind"]>(kind: K) => events().filter((event): event is EventOf<K> => event.kind === kind),
    async received(count) {
      while (texts.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return texts;
    },
  };
}

const kinds = (opened: Opened): string[] => opened.events().map((event) => event.kind);
const failures = (opened: Opened): string[] => opened.of("failure").map((event) => event.message);
const signals = (opened: Opened): string[] => opened.of("signal").map((event) => event.signal);
const texts = (opened: Opened): string[] => opened.of("frame").map((event) => event.text);

/** Whether a process is there and no zombie that nobody has collected. */
async function isGone(pid: number): Promise<boolean> {
  const { readFileSync } = await import("node:fs");
  try {
    process.kill(pid, 0);
    return process.platform === "linux" && / [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

const echo = `process.stdin.on("data", (data) => process.stdout.write(data))`;
const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`;
const say = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`;

describe("openStdio: what is said", () => {
  it("sends lines, receives lines and sees the child end at the end of its input", async () => {
    const opened = open(echo);
    opened.transport.send('{"a":"é"}');
    expect(await opened.received(1)).toEqual(['{"a":"é"}']);
    await opened.transport.close("eof");
    expect(kinds(opened)).toEqual(["frame", "frame", "stdin-closed", "exit"]);
    expect(opened.of("frame")[0]).toMatchObject({ direction: "sent", bytes: 10, terminator: "\n" });
    expect(opened.of("frame")[1]).toMatchObject({ direction: "received", bytes: 10, terminator: "\n" });
    expect(opened.of("exit")[0]).toMatchObject({ code: 0, signal: null });
  });

  it("records every line, and delivers those that can be a message", async () => {
    const opened = open(say("one\r\n\n  \ntwo\nlast"));
    await opened.transport.ended;
    expect(opened.of("frame").map((event) => [event.text, event.terminator])).toEqual([
      ["one", "\r\n"],
      ["", "\n"],
      ["  ", "\n"],
      ["two", "\n"],
      ["last", ""],
    ]);
    expect(await opened.received(3)).toEqual(["one", "two", "last"]);
  });

  it("delivers to a late listener, with the number of the event that carried the message", async () => {
    const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
    const args = ["-e", say("a\n\nb\n")];
    const transport = openStdio({ command: process.execPath, args, env: {}, recorder, connection: 1, limits: generous, guard });
    await transport.ended;
    const incoming: Incoming[] = [];
    transport.listen((one) => incoming.push(one));
    expect(incoming).toEqual([
      { text: "a", seq: 1 },
      { text: "b", seq: 3 },
    ]);
  });

  it("gives the child exactly the environment and folder it was told", async () => {
    const opened = open(`console.log(JSON.stringify([process.env.ONLY, process.env.HOME ?? null, process.cwd()]))`, {
      env: { ONLY: "this" },
      cwd: "/",
    });
    await opened.transport.ended;
    expect(texts(opened)).toEqual(['["this",null,"/"]']);
  });

  it("records stderr and keeps its tail", async () => {
    const opened = open(`for (let i = 1; i <= 30; i++) console.error("line " + i + " é"); process.exit(3)`);
    await opened.transport.ended;
    expect(
      opened
        .of("stderr")
        .map((event) => event.text)
        .join(""),
    ).toContain("line 1 é\nline 2 é\n");
    const tail = opened.transport.stderrTail().split("\n");
    expect([tail.length, tail[0], tail.at(-1)]).toEqual([20, "line 11 é", "line 30 é"]);
    expect(opened.of("exit")[0]).toMatchObject({ code: 3 });
  });
});

describe("openStdio: how it ends", () => {
  it("ends a child that ignores the end of its input with SIGTERM", async () => {
    const opened = open(`setInterval(() => {}, 1000);` + say("up\n"), { limits });
    await opened.received(1);
    await opened.transport.close("eof");
    expect(kinds(opened)).toEqual(["frame", "stdin-closed", "signal", "exit"]);
    expect(opened.of("exit")[0]).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  it("ends a child that ignores SIGTERM too with SIGKILL", async () => {
    const opened = open(stubborn + say("up\n"), { limits });
    await opened.received(1);
    await opened.transport.close("term");
    expect(signals(opened)).toEqual(["SIGTERM", "SIGKILL"]);
    expect(opened.of("exit")[0]).toMatchObject({ signal: "SIGKILL" });
    expect(kinds(opened)).not.toContain("stdin-closed");
  });

  it("drops a child at once", async () => {
    const opened = open(stubborn + say("up\n"));
    await opened.received(1);
    await opened.transport.close("drop");
    expect(signals(opened)).toEqual(["SIGKILL"]);
  });

  it("sees a child that exits at the start, and does not send to it", async () => {
    const opened = open(`console.error("no token"); process.exit(7)`);
    await opened.transport.ended;
    opened.transport.send("{}");
    await opened.transport.close("eof");
    expect(opened.of("exit")[0]).toMatchObject({ code: 7, signal: null });
    expect(opened.transport.stderrTail()).toBe("no token");
    expect(failures(opened)).toEqual(["could not send: the process has ended"]);
    expect(kinds(opened)).not.toContain("stdin-closed");
  });

  it("records a child that crashed by a signal", async () => {
    const opened = open(`process.kill(process.pid, "SIGABRT")`);
    await opened.transport.ended;
    expect(opened.of("exit")[0]).toMatchObject({ code: null, signal: "SIGABRT" });
    expect(signals(opened)).toEqual([]);
  });

  it("records that the child does not take what is written", async () => {
    const opened = open(`process.stdin.destroy(); require("fs").closeSync(0); setInterval(() => {}, 1000);` + say("shut\n"));
    await opened.received(1);
    opened.transport.send("x".repeat(300_000));
    while (failures(opened).length === 0) await new Promise((resolve) => setImmediate(resolve));
    opened.transport.send("{}");
    expect(failures(opened)).toEqual(["could not write to the stdin of the process: EPIPE", "could not send: stdin is closed"]);
    await opened.transport.close("drop");
    expect(kinds(opened).at(-1)).toBe("exit");
  });

  it.each([
    [{ command: "no-such-command-anywhere" }, 'could not start "no-such-command-anywhere": command not found (ENOENT)'],
    [{ command: "/etc" }, 'could not start "/etc": not executable (EACCES)'],
    [{ cwd: "/no/such/folder" }, 'the working directory "/no/such/folder" does not exist'],
    [{ args: ["a\0b"] }, "could not start"],
  ])("records why a command cannot be started: %j", async (changes, message) => {
    const opened = open("", changes);
    opened.transport.send("{}");
    await opened.transport.ended;
    await opened.transport.close("eof");
    expect(failures(opened).filter((failure) => failure.includes(message))).toHaveLength(1);
    expect(failures(opened).every((failure) => !failure.includes("\n"))).toBe(true);
    expect(kinds(opened)).not.toContain("exit");
  });
});

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
    expect(await isGone(Number(pid))).toBe(true);
  });

  it("lets the rest of a group end by itself before it calls it orphaned", async () => {
    const opened = open(withGrandchild(`setTimeout(() => {}, 100)`, `setTimeout(() => process.exit(0), 50)`));
    await opened.received(1);
    await opened.transport.close("eof");
    expect(kinds(opened)).not.toContain("orphans");
    expect(signals(opened)).toEqual([]);
  });

  it("signals the whole group", async () => {
    const opened = open(withGrandchild(`setInterval(() => {}, 1000)`, `setInterval(() => {}, 1000)`));
    const [pid] = await opened.received(1);
    await opened.transport.close("term");
    expect(await isGone(Number(pid))).toBe(true);
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
    expect(await isGone(Number(pid))).toBe(true);
    expect(own.size()).toBe(0);
  });

  it("closes once, however often it is asked to", async () => {
    const opened = open(echo);
    await Promise.all([opened.transport.close("eof"), opened.transport.close("drop"), opened.transport.close("eof")]);
    expect(kinds(opened)).toEqual(["stdin-closed", "exit"]);
  });
});

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
