import { describe, expect, it } from "vitest";
import {
  answer,
  asked,
  askedIn,
  broken,
  command,
  events,
  jsonLines,
  kept,
  traceOf,
  type TraceRow,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { exited, everyLine, differs } = expectations;
const noAnswer = broken("the host did not answer", 1);

describe("how a command ended is judged", () => {
  const ran = [asked, command(2, "rain\n", "snow\n")];
  const shown = '"rain\\n\\nsnow\\n"';

  it.each<TraceRow>([
    ["broken where it did not end", { code: 2 }, [asked], noAnswer],
    ["kept by its exit code", { code: 2 }, ran, kept(2)],
    ["broken by another exit code", { code: 0 }, ran, broken(`exit code 2, expected 0: ${shown}`, 2)],
    [
      "broken by why it has none",
      { code: 0 },
      [asked, answer({ failed: "it did not start" })],
      broken('exit code it did not start, expected 0: "\\n"', 2),
    ],
    ["broken by none", { code: 0 }, [asked, answer()], broken('exit code none, expected 0: "\\n"', 2)],
    [
      "kept by texts where they belong",
      { code: 2, stdout: ["rain"], stderr: ["snow"], lacks: ["sun", "rainsnow"] },
      ran,
      kept(2),
    ],
    [
      "broken by texts that are on the other side",
      { code: 2, stdout: ["snow", "rain"], stderr: ["rain"] },
      ran,
      broken(`standard output lacks "snow"; standard error lacks "rain": ${shown}`, 2),
    ],
    [
      "broken by what is on neither side to be",
      { code: 2, lacks: ["rain", "sun", "snow"] },
      ran,
      broken(`the output has "rain"; the output has "snow": ${shown}`, 2),
    ],
    ["kept by exactly this output", { code: 2, stdoutIs: "rain\n", stderrIs: "snow\n" }, ran, kept(2)],
    [
      "broken by more on standard output",
      { code: 2, stdoutIs: "rain", stderrIs: "snow\n" },
      ran,
      broken(`standard output is another: ${shown}`, 2),
    ],
    [
      "broken by more on standard error",
      { code: 2, stdoutIs: "rain\n", stderrIs: "" },
      ran,
      broken(`standard error is another: ${shown}`, 2),
    ],
    [
      "with the beginning of a long output",
      { code: 0 },
      [asked, command(1, "x".repeat(401))],
      broken(`exit code 1, expected 0: "${"x".repeat(400)}"`, 2),
    ],
    ["by the step that is named", { step: 0, code: 2 }, [...ran, command(0, "", "", { step: 1 })], kept(2)],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(exited.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("what every line of a stream has is judged", () => {
  const stream = (...lines: readonly unknown[]) => [asked, jsonLines(lines.map((line) => JSON.stringify(line)).join("\n"))];
  const states = stream({ s: "working" }, { s: "working" }, { s: "completed" });
  const off = (line: number, is: string) => broken(`/s of line ${line} of 3 is ${is}`, 2);

  it.each<TraceRow>([
    ["broken where there is none", { path: "/s" }, [asked], noAnswer],
    ["broken by a single line", { path: "/s", absent: true }, stream({}), broken("1 line, expected a stream", 2)],
    ["kept by two lines", { path: "/s", absent: true }, stream({}, {}), kept(2)],
    ["kept by the same in all", { path: "/s", equals: 1 }, stream({ s: 1 }, { s: 1 }, { s: 1 }), kept(2)],
    [
      "kept by events, the end left out",
      { path: "/s", equals: 1 },
      [asked, events('data: {"s":1}\n\ndata: {"s":1}\n\ndata: [DONE]\n\n')],
      kept(2),
    ],
    ["broken by the last where no other is named for it", { path: "/s", equals: "working" }, states, off(2, '"completed"')],
    ["kept by another in the last where that is named", { path: "/s", equals: "working", last: "completed" }, states, kept(2)],
    [
      "broken by another in the last than is named",
      { path: "/s", equals: "working", last: "failed" },
      states,
      off(2, '"completed"'),
    ],
    [
      "broken by that of the last too early",
      { path: "/s", equals: "working", last: "completed" },
      stream({ s: "working" }, { s: "completed" }, { s: "completed" }),
      off(1, '"completed"'),
    ],
    ["kept by anything before a last that alone is named", { path: "/s", last: "completed" }, states, kept(2)],
    ["broken where nothing is there", { path: "/s", equals: 1 }, stream({ s: 1 }, {}, { s: 1 }), off(1, "absent")],
    ["kept where nothing is and nothing is to be", { path: "/s", absent: true }, stream({}, { t: 1 }, {}), kept(2)],
    ["broken where something is and nothing is to be", { path: "/s", absent: true }, stream({}, {}, { s: null }), off(2, "null")],
    ["kept by whatever is the same in all", { path: "/s", same: true }, stream({ s: "a" }, { s: "a" }, { s: "a" }), kept(2)],
    ["broken by what changes", { path: "/s", same: true }, stream({ s: "a" }, { s: "a" }, { s: "b" }), off(2, '"b"')],
    ["broken where nothing is the same in all", { path: "/s", same: true }, stream({}, {}, {}), off(0, "absent")],
    ["kept by texts of a form", { path: "/s", matches: "^.$" }, stream({ s: "a" }, { s: "b" }, { s: "😀" }), kept(2)],
    [
      "broken by a text of another form",
      { path: "/s", matches: "^.$" },
      stream({ s: "a" }, { s: "bb" }, { s: "c" }),
      off(1, '"bb"'),
    ],
    [
      "broken by a number where texts are wanted",
      { path: "/s", matches: "1" },
      stream({ s: "1" }, { s: "1" }, { s: 1 }),
      off(2, "1"),
    ],
  ])("%s", (_title, wanted, happened, outcome) => {
    expect(everyLine.judge(wanted, traceOf(...happened))).toEqual(outcome);
  });
});

describe("whether two answers differ is judged", () => {
  const wanted = { path: "/id", steps: [0, 1] };
  const again = askedIn(1);
  const first = (text: string) => [asked, answer({ text }), again];
  const second = (text: string) => answer({ step: 1, text });

  it.each<TraceRow>([
    ["kept by another id", wanted, [...first('{"id":"a"}'), second('{"id":"b"}')], kept(2, 4)],
    ["broken by the same id", wanted, [...first('{"id":"a"}'), second('{"id":"a"}')], broken('/id is "a" and "a"', 2, 4)],
    ["broken where the first has none", wanted, [...first("{}"), second('{"id":"b"}')], broken('/id is absent and "b"', 2, 4)],
    ["broken where the second has none", wanted, [...first('{"id":"a"}'), second("oops")], broken('/id is "a" and absent', 2, 4)],
    ["broken where the first step has no answer", wanted, [asked, again, second("{}")], noAnswer],
    ["broken where the second step has no answer", wanted, first("{}"), broken("the host did not answer", 3)],
  ])("%s", (_title, value, happened, outcome) => {
    expect(differs.judge(value, traceOf(...happened))).toEqual(outcome);
  });
});
