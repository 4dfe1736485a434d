import { describe, expect, it } from "vitest";
import { toldEvents } from "../../../test/support/told-events.ts";
import { createSink, type Sink } from "./sink.ts";

function told(sink: Sink): readonly string[] {
  return toldEvents(sink.drain());
}

type Row = readonly [title: string, report: (sink: Sink) => void, wanted: readonly string[]];

/** What is told of the same reports with and without the events for the gaps. */
function toldBothWays(report: (sink: Sink) => void): readonly (readonly string[])[] {
  return [true, false].map((markup) => {
    const sink = createSink(markup, undefined);
    report(sink);
    return told(sink);
  });
}

/** What is wanted both ways: the gaps are the only difference. */
function bothWays(wanted: readonly string[]): readonly (readonly string[])[] {
  return [wanted, wanted.filter((event) => !event.startsWith("markup"))];
}

describe("text", () => {
  it.each<Row>([
    ["is told with its span", (s) => (s.text("Hi ", 3), s.text("you", 6)), ['text "Hi " 0-3', 'text "you" 3-6']],
    ["is not told where there is none", (s) => (s.text("", 0), s.finish(0)), []],
    ["begins behind a gap", (s) => s.text("Hi", 5), ["markup 0-3", 'text "Hi" 3-5']],
    ["goes on behind a gap", (s) => (s.text("Hi", 2), s.text("you", 9)), ['text "Hi" 0-2', "markup 2-6", 'text "you" 6-9']],
    ["has the space in front of it", (s) => (s.text(" ", 1), s.text("\n\t", 3), s.text("Hi", 5)), ['text " \\n\\tHi" 0-5']],
    [
      "has the space in front of it, behind a gap",
      (s) => (s.text(" ", 4), s.text("Hi", 6), s.finish(6)),
      ["markup 0-3", 'text " Hi" 3-6'],
    ],
    ["has the space behind it", (s) => (s.text("Hi", 2), s.text(" \n", 4), s.finish(4)), ['text "Hi" 0-2', 'text " \\n" 2-4']],
    ["may be nothing but space", (s) => (s.text(" ", 1), s.text("\n", 2), s.finish(2)), ['text " \\n" 0-2']],
    ["may be nothing but space, behind a gap", (s) => (s.text(" \n", 5), s.finish(5)), ["markup 0-3", 'text " \\n" 3-5']],
    ["begins with a no-break space as it is", (s) => (s.text("\u00a0", 1), s.boundary(1)), ['text "\u00a0" 0-1']],
    ["is followed by a gap up to the end", (s) => (s.text("Hi", 2), s.finish(7)), ['text "Hi" 0-2', "markup 2-7"]],
  ])("%s", (_title, report, wanted) => {
    expect(toldBothWays(report)).toEqual(bothWays(wanted));
  });

  it.each<Row>([
    ["that is only space in front of a marker is none", (s) => (s.text(" \n", 2), s.boundary(6)), ["markup 0-6"]],
    [
      "that is only space between markers is none",
      (s) => (s.boundary(3), s.text("\n", 4), s.boundary(7), s.finish(7)),
      ["markup 0-3", "markup 3-7"],
    ],
    [
      "that is only space behind a marker is none",
      (s) => (s.boundary(3), s.text("\n", 4), s.finish(4)),
      ["markup 0-3", "markup 3-4"],
    ],
    [
      "behind a marker has the space in front of it",
      (s) => (s.boundary(3), s.text("\n", 4), s.text("Hi", 6)),
      ["markup 0-3", 'text "\\nHi" 3-6'],
    ],
    [
      "behind a marker that swallows space has none in front of it",
      (s) => (s.boundary(3), s.swallowSpace(), s.text("\n", 4), s.text(" Hi", 7), s.text(" ", 8)),
      ["markup 0-3", "markup 3-5", 'text "Hi" 5-7', 'text " " 7-8'],
    ],
    [
      "behind the next marker has the space in front of it again",
      (s) => (s.boundary(3), s.swallowSpace(), s.text("\n", 4), s.boundary(6), s.text(" Hi", 9)),
      ["markup 0-3", "markup 3-6", 'text " Hi" 6-9'],
    ],
    [
      "that is open keeps the space inside",
      (s) => (s.text("a", 1), s.swallowSpace(), s.text(" b", 3), s.boundary(3), s.text(" c", 5)),
      ['text "a" 0-1', 'text " b" 1-3', 'text " c" 3-5'],
    ],
  ])("%s", (_title, report, wanted) => {
    expect(toldBothWays(report)).toEqual(bothWays(wanted));
  });
});

describe("reasoning", () => {
  it.each<Row>([
    [
      "is told without the space around it",
      (s) => (s.boundary(3), s.reasoning("\n Hm. ", 9), s.endReasoning(9), s.text("x", 10)),
      ["markup 0-3", "markup 3-5", 'reasoning "Hm." 5-8', "markup 8-9", 'text "x" 9-10'],
    ],
    [
      "is told with the space inside, however it is cut",
      (s) => (s.reasoning("a ", 2), s.reasoning("\n", 3), s.reasoning(" b", 5), s.reasoning("c", 6)),
      ['reasoning "a" 0-1', 'reasoning " " 1-2', 'reasoning "\\n" 2-3', 'reasoning " b" 3-5', 'reasoning "c" 5-6'],
    ],
    ["of nothing but space is none", (s) => (s.reasoning(" ", 1), s.reasoning("\n", 2), s.endReasoning(2)), ["markup 0-2"]],
    [
      "has no space of the block before it",
      (s) => (s.reasoning("a ", 2), s.endReasoning(4), s.reasoning(" b", 6)),
      ['reasoning "a" 0-1', "markup 1-4", "markup 4-5", 'reasoning "b" 5-6'],
    ],
    [
      "goes on behind a gap",
      (s) => (s.reasoning("a", 1), s.reasoning("b", 8)),
      ['reasoning "a" 0-1', "markup 1-7", 'reasoning "b" 7-8'],
    ],
  ])("%s", (_title, report, wanted) => {
    expect(toldBothWays(report)).toEqual(bothWays(wanted));
  });
});

describe("a call", () => {
  it.each<Row>([
    [
      "is told from its name to its end, its arguments in one piece",
      (s) => (s.callStart("f", undefined, 9), s.callArgs('{"a"', 13), s.callArgs(":1}", 16), s.callEnd(20)),
      ['call-start 0 "f" 0-9', 'call-args 0 "{\\"a\\":1}" 9-16', 'call-end 0 "{\\"a\\":1}" 16-20'],
    ],
    [
      "has its id at its start",
      (s) => (s.callStart("f", "id1", 9), s.callArgs("", 10), s.callEnd(12)),
      ['call-start 0 "f" "id1" 0-9', 'call-end 0 "" 9-12'],
    ],
    [
      "has its id at its end",
      (s) => (s.callStart("f", undefined, 9), s.callArgs("{}", 11), s.callEnd(12, "id1")),
      ['call-start 0 "f" 0-9', 'call-args 0 "{}" 9-11', 'call-end 0 "{}" "id1" 11-12'],
    ],
    [
      "has its arguments in two pieces with a gap between them",
      (s) => (s.callStart("f", undefined, 2), s.callArgs("{", 3), s.skip(5), s.callArgs("}", 6), s.callEnd(7)),
      ['call-start 0 "f" 0-2', 'call-args 0 "{" 2-3', "markup 3-5", 'call-args 0 "}" 5-6', 'call-end 0 "{}" 6-7'],
    ],
    [
      "is followed by one of its own number and arguments",
      (s) => (s.callStart("f", undefined, 2), s.callArgs("{}", 4), s.callEnd(4), s.callStart("g", undefined, 6), s.callEnd(7)),
      ['call-start 0 "f" 0-2', 'call-args 0 "{}" 2-4', 'call-end 0 "{}" 4-4', 'call-start 1 "g" 4-6', 'call-end 1 "" 6-7'],
    ],
    [
      "drops the space around it",
      (s) => (s.text(" ", 1), s.boundary(1), s.callStart("f", undefined, 4), s.callEnd(5), s.text("\n", 6), s.finish(6)),
      ["markup 0-1", 'call-start 0 "f" 1-4', 'call-end 0 "" 4-5', "markup 5-6"],
    ],
    [
      "that is taken back gives its text and its number back",
      (s) => {
        s.text("Hi", 2);
        s.callStart("f", undefined, 5);
        s.callArgs("{", 6);
        s.callAbort("cut", 2, 6);
        s.text("<f{", 5);
        s.callStart("g", undefined, 7);
        s.callEnd(8);
      },
      [
        'text "Hi" 0-2',
        'call-start 0 "f" 2-5',
        'call-args 0 "{" 5-6',
        'call-abort 0 "cut" 2-6',
        'text "<f{" 2-5',
        'call-start 0 "g" 5-7',
        'call-end 0 "" 7-8',
      ],
    ],
    [
      "that is taken back gives the text back from where it began",
      (s) => (s.skip(4), s.callStart("f", undefined, 6), s.callAbort("bad", 1, 6), s.text("abcde", 6)),
      ["markup 0-4", 'call-start 0 "f" 4-6', 'call-abort 0 "bad" 4-6', 'text "abcde" 1-6'],
    ],
    [
      "that is taken back gives nothing back from before the input",
      (s) => (s.skip(4), s.callStart("f", undefined, 6), s.callAbort("bad", -1, 6), s.text("abcdef", 6)),
      ["markup 0-4", 'call-start 0 "f" 4-6', 'call-abort 0 "bad" 4-6', 'text "abcdef" 0-6'],
    ],
  ])("%s", (_title, report, wanted) => {
    expect(toldBothWays(report)).toEqual(bothWays(wanted));
  });

  it("is known to the sink while it is read", () => {
    const sink = createSink(false, undefined);
    expect([sink.callOpen(), sink.delivered(), sink.atStart(), sink.sentArguments()]).toEqual([false, 0, true, ""]);
    sink.callStart("f", undefined, 1);
    sink.callArgs("{", 2);
    expect([sink.callOpen(), sink.delivered(), sink.atStart(), sink.sentArguments()]).toEqual([true, 0, false, "{"]);
    sink.callArgs("}", 3);
    sink.callEnd(3);
    expect([sink.callOpen(), sink.delivered(), sink.sentArguments()]).toEqual([false, 1, ""]);
    expect(sink.callAbort("late", 0, 3)).toBe(false);
    sink.callStart("g", undefined, 4);
    sink.callArgs("[", 5);
    expect([sink.callAbort("bad", 3, 5), sink.callOpen(), sink.delivered(), sink.sentArguments()]).toEqual([true, false, 1, ""]);
    expect(told(sink).filter((event) => event.startsWith("call-abort"))).toEqual(['call-abort 1 "bad" 3-5']);
  });

  it("of a tool that the request does not offer is told, and flagged", () => {
    const sink = createSink(false, new Set(["f"]));
    sink.callStart("f", undefined, 1);
    sink.callEnd(2);
    sink.callStart('g"', undefined, 5);
    expect(told(sink)).toEqual([
      'call-start 0 "f" 0-1',
      'call-end 0 "" 1-2',
      'call-start 1 "g\\"" 2-5',
      'diagnostic "unknown-tool" "the request offers no tool \\"g\\\\\\"\\"" 2-5',
    ]);
  });
});

describe("a sink stands", () => {
  it.each<readonly [string, (sink: Sink) => void, boolean]>([
    ["at the start behind space", (s) => s.text(" \n", 2), true],
    ["at the start behind reasoning of nothing but space", (s) => s.reasoning(" \n", 2), true],
    ["at the start behind markers", (s) => s.boundary(5), true],
    ["no longer at the start behind text", (s) => s.text(" a", 2), false],
    ["no longer at the start behind reasoning", (s) => s.reasoning(" a ", 3), false],
    ["no longer at the start behind a call", (s) => s.callStart("f", undefined, 2), false],
  ])("%s", (_title, report, atStart) => {
    const sink = createSink(false, undefined);
    report(sink);
    expect(sink.atStart()).toBe(atStart);
  });
});

it("a diagnostic is told where it comes up, with its text where it has one", () => {
  const sink = createSink(true, undefined);
  sink.callStart("f", undefined, 2);
  sink.callArgs("{", 3);
  sink.diagnostic("repaired", "a comma is missing", 1, 2, "x");
  sink.diagnostic("unclosed", "no closer", 3, 3);
  expect(told(sink)).toEqual([
    'call-start 0 "f" 0-2',
    'call-args 0 "{" 2-3',
    'diagnostic "repaired" "a comma is missing" "x" 1-2',
    'diagnostic "unclosed" "no closer" 3-3',
  ]);
});
