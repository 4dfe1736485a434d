import { describe, expect, it } from "vitest";
import { createRecorder } from "../../trace/recorder.ts";
import { eventsOf } from "../../trace/trace.ts";
import type { Incoming, TransportLimits } from "../client-transport.ts";
import { createStdoutLog } from "./stdout-log.ts";

const recorderHere = () => createRecorder({ kind: "server", transport: "stdio" }, () => 0);

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

it("the frames of a child keep bytes that are not UTF-8, beside what was cut", () => {
  const recorder = recorderHere();
  const limits = { frameBytes: 4, connectionBytes: 1000, graceMs: 1 };
  const heard: string[] = [];
  const log = createStdoutLog({
    recorder,
    connection: 1,
    limits,
    deliver: ({ text }) => heard.push(text),
    onFlood: () => undefined,
  });
  log.push(Buffer.from([97, 0xff, 10, 97, 0xff, 98, 98, 98, 10]));
  log.end(false);
  expect(eventsOf(recorder.trace(), "frame")).toMatchObject([
    { direction: "received", text: "a\uFFFD", bytes: 2, terminator: "\n", base64: Buffer.from([97, 0xff]).toString("base64") },
    {
      direction: "received",
      text: "a\uFFFDbb",
      bytes: 5,
      terminator: "\n",
      base64: Buffer.from([97, 0xff, 98, 98]).toString("base64"),
      cut: true,
    },
  ]);
  expect(heard).toEqual(["a\uFFFD"]);
});
