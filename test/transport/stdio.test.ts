import { afterEach, describe, expect, it } from "vitest";
import { createRecorder } from "../../src/trace/recorder.ts";
import type { Incoming } from "../../src/transport/client-transport.ts";
import { openStdio } from "../../src/transport/stdio/stdio.ts";
import { echo, failures, generous, guard, kinds, limits, open, say, signals, stubborn, texts } from "./opened-stdio.ts";

afterEach(() => guard.killAll());

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

  it("closes the input of a child that is to end its session, after which nothing is sent", async () => {
    const opened = open(`${say("up\n")} ${stubborn}`);
    expect(opened.transport.kind).toBe("stdio");
    await opened.received(1);
    const closing = opened.transport.close("delete");
    expect(kinds(opened)).toContain("stdin-closed");
    opened.transport.send("late");
    expect(failures(opened)).toEqual(["could not send: stdin is closed"]);
    void opened.transport.close("drop");
    await closing;
    expect(signals(opened)).toEqual(["SIGKILL"]);
  });

  it("tells half a line that a child leaves from one of a child that was ended", async () => {
    const left = open(say("up\nhalf"));
    await left.transport.ended;
    expect(left.of("frame").at(-1)).toMatchObject({ text: "half", terminator: "" });
    expect(left.of("frame").at(-1)?.cut).toBeUndefined();
    const ended = open(`${say("up\nhalf")} ${stubborn}`);
    await ended.received(1);
    await ended.transport.close("drop");
    expect(ended.of("frame").at(-1)).toMatchObject({ text: "half", cut: true });
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
