import { describe, expect, it } from "vitest";
import { createSecrets } from "../../src/base/secrets/secrets.ts";
import { createRecorder } from "../../src/trace/recorder.ts";
import { eventsOf } from "../../src/trace/trace.ts";
import type { Incoming, TransportLimits } from "../../src/transport/client-transport.ts";
import { createInbox } from "../../src/transport/inbox.ts";
import { createLineSplitter, type Line } from "../../src/transport/stdio/line-splitter.ts";
import { createStderrLog } from "../../src/transport/stdio/stderr-log.ts";
import { createStdoutLog } from "../../src/transport/stdio/stdout-log.ts";

const recorderHere = () => createRecorder({ kind: "server", transport: "stdio" }, () => 0, createSecrets());

describe("what a child writes to standard error", () => {
  const logged = (...pieces: readonly string[]) => {
    const recorder = recorderHere();
    const log = createStderrLog(recorder, 3);
    for (const piece of pieces) log.push(Buffer.from(piece));
    log.end();
    const events = eventsOf(recorder.trace(), "stderr");
    return { events: events.map(({ connection, text, cut }) => [connection, text.length, cut]), tail: log.tail() };
  };
  const mebibyte = 1024 * 1024;

  it("is recorded with its connection, and nothing where it wrote nothing", () => {
    expect(logged("up\n").events).toEqual([[3, 3, undefined]]);
    expect(logged("").events).toEqual([]);
  });

  it("is recorded up to a mebibyte, and once more to tell that it was cut", () => {
    const lines = [`${"a".repeat(mebibyte - 2)}\n`, "\n", "more\n", "and more\n"];
    expect(logged(...lines).events).toEqual([
      [3, mebibyte - 1, undefined],
      [3, 1, true],
    ]);
  });

  it("is recorded in so many pieces, and once more to tell that it was cut", () => {
    const { events } = logged(...Array.from({ length: 10_002 }, () => "a\n"));
    expect(events).toHaveLength(10_000);
    expect(events.filter(([, , cut]) => cut === true)).toHaveLength(1);
    expect(events.at(-1)).toEqual([3, 2, true]);
  });

  it("is held together where a character comes in two pieces", () => {
    const recorder = recorderHere();
    const log = createStderrLog(recorder, 1);
    const bytes = Buffer.from("ü\n");
    log.push(bytes.subarray(0, 1));
    log.push(bytes.subarray(1));
    log.end();
    expect(eventsOf(recorder.trace(), "stderr").map(({ text }) => text)).toEqual(["ü\n"]);
  });

  it("is told by its last 20 lines, 4096 characters at most, without blank ends", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    expect(logged(`${lines.join("\n")}\n \n`).tail).toBe(lines.slice(10).join("\n"));
    expect(logged("a".repeat(5000), "b".repeat(4000)).tail).toBe(`${"a".repeat(96)}${"b".repeat(4000)}`);
    expect(logged(`a\n${"b".repeat(4096)}\n`).tail).toBe("b".repeat(4096));
  });
});

describe("what a child writes to standard output", () => {
  const logged = (limits: Partial<TransportLimits>, ...pieces: readonly string[]) => {
    const recorder = recorderHere();
    const heard: Incoming[] = [];
    let floods = 0;
    let now = 0;
    const log = createStdoutLog({
      recorder,
      connection: 2,
      limits: { frameBytes: 100, connectionBytes: 1000, graceMs: 1, ...limits },
      clock: { now: () => now, setTimeout: () => () => undefined },
      deliver: (incoming) => heard.push(incoming),
      onFlood: () => {
        floods += 1;
      },
    });
    const unfinished: (number | undefined)[] = [];
    for (const piece of pieces) {
      log.push(Buffer.from(piece));
      now += 5;
      unfinished.push(log.unfinishedFor());
    }
    log.end(false);
    const failures = eventsOf(recorder.trace(), "failure").map(({ message }) => message);
    const frames = eventsOf(recorder.trace(), "frame").map(({ text, terminator, cut }) => [text, terminator, cut]);
    return { failures, frames, heard: heard.map(({ text }) => text), floods, unfinished };
  };
  const quiet = { failures: [], floods: 0 };

  it("is delivered line by line, blank lines and lines that were cut are only recorded", () => {
    expect(logged({ frameBytes: 3 }, "a\n \n\nb\r\nlong\nc")).toMatchObject({
      ...quiet,
      heard: ["a", "b", "c"],
      frames: [
        ["a", "\n", undefined],
        [" ", "\n", undefined],
        ["", "\n", undefined],
        ["b", "\r\n", undefined],
        ["lon", "\n", true],
        ["c", "", undefined],
      ],
    });
  });

  it("is stopped after so many lines", () => {
    expect(logged({ connectionFrames: 2 }, "a\nb\n")).toMatchObject({ ...quiet, heard: ["a", "b"] });
    expect(logged({ connectionFrames: 2 }, "a\nb\nc\nd\n", "e\n")).toMatchObject({
      heard: ["a", "b"],
      floods: 1,
      failures: ["more than 2 lines were written to stdout; the process was stopped"],
    });
  });

  it("is stopped after so many bytes, and told where no line ended", () => {
    const limits = { frameBytes: 2000, connectionBytes: 1024 };
    expect(logged(limits, "a".repeat(1024))).toMatchObject(quiet);
    expect(logged(limits, "a".repeat(1025), "b\n")).toMatchObject({
      floods: 1,
      heard: [],
      failures: ["more than 1 KiB were written to stdout without a line end; the process was stopped"],
    });
    expect(logged(limits, "a\n", "b".repeat(1024), "c\n")).toMatchObject({
      floods: 1,
      heard: ["a"],
      failures: ["more than 1 KiB were written to stdout; the process was stopped"],
    });
  });

  it("may be a message without an end where it ends like one, for as long as nothing more came", () => {
    expect(logged({}, "Loading", '{"a":1', "}", "\n").unfinished).toEqual([undefined, undefined, 5, undefined]);
  });
});

describe("lines", () => {
  const split = (limit: number, ...chunks: readonly Uint8Array[]): readonly Line[] => {
    const lines: Line[] = [];
    const splitter = createLineSplitter(limit, (line) => lines.push(line));
    for (const chunk of chunks) splitter.push(chunk);
    splitter.end(false);
    return lines;
  };
  const line = (text: string, terminator: Line["terminator"], bytes = text.length): Line => ({ text, bytes, terminator });

  it.each<[string, string, readonly Line[]]>([
    ["of ASCII", "a\r\n\r\n\nb\n", [line("a", "\r\n"), line("", "\r\n"), line("", "\n"), line("b", "\n")]],
    ["beyond ASCII", "ü\r\n\r\n\nb\n", [line("ü", "\r\n", 2), line("", "\r\n"), line("", "\n"), line("b", "\n")]],
  ])("end with either terminator: %s", (_title, text, lines) => {
    expect(split(1000, Buffer.from(text))).toEqual(lines);
  });

  it("end with either terminator beside bytes that are no UTF-8, and where a block is longer than a line may be", () => {
    const odd = Buffer.concat([Buffer.from([0xff, 10]), Buffer.from("\r\n\na\r\n")]);
    const last = [line("", "\r\n"), line("", "\n"), line("a", "\r\n")];
    expect(split(1000, odd)).toEqual([{ ...line("\uFFFD", "\n"), base64: "/w==" }, ...last]);
    expect(split(2, Buffer.from("\r\n\na\r\n"))).toEqual(last);
  });

  it("are counted while they are unfinished, with their last byte", () => {
    const splitter = createLineSplitter(10, () => undefined);
    expect([splitter.pending(), splitter.last()]).toEqual([0, undefined]);
    splitter.push(Buffer.from("x\nab"));
    expect([splitter.pending(), splitter.last()]).toEqual([2, 98]);
    splitter.push(Uint8Array.of(10));
    expect([splitter.pending(), splitter.last()]).toEqual([0, undefined]);
  });

  it("are read from a part of a larger block of memory", () => {
    const whole = new TextEncoder().encode("xxab\nxx");
    expect(split(10, whole.subarray(2, 5))).toEqual([line("ab", "\n")]);
  });
});

it("an inbox holds what came until somebody listens, and then the last who does", () => {
  const inbox = createInbox();
  const heard: string[] = [];
  const incoming = (text: string): Incoming => ({ text, seq: 1 });
  inbox.deliver(incoming("early"));
  inbox.listen(({ text }) => heard.push(`one ${text}`));
  inbox.deliver(incoming("late"));
  inbox.listen(({ text }) => heard.push(`two ${text}`));
  inbox.deliver(incoming("last"));
  expect(heard).toEqual(["one early", "one late", "two last"]);
});
