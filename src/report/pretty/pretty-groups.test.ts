import { describe, expect, it } from "vitest";
import { found } from "../../../test/report/formats/build.ts";
import type { Reported } from "../collect-run.ts";
import type { Paint } from "../text/paint.ts";
import { countBlocks, inheritedBlocks, knownBlock, untestedBlock } from "./pretty-groups.ts";

/** Says in the text which style it has. */
const marked: Paint = (style, text) => `<${[style].flat().join(" ")}>${text}</>`;

describe("what servers on one library do alike", () => {
  it("is one block for each library, and one entry for each behaviour", () => {
    const findings = [
      found("tools.a", "warn", { inheritedFrom: "sdk 1", message: "a\nb", repro: "again\n" }),
      found("tools.a", "warn", { inheritedFrom: "sdk 1", message: "a\nb", revision: "2025-06-18" }),
      found("tools.b", "warn", { inheritedFrom: "sdk 1" }),
      found("tools.c", "warn", { inheritedFrom: "sdk 2" }),
    ];
    const blocks = inheritedBlocks(findings, marked);
    expect(blocks.map((block) => block.split("\n")[0])).toEqual([
      "<bold>inherited from sdk 1</> (2 findings: every server built on it behaves so)",
      "<bold>inherited from sdk 2</> (1 finding: every server built on it behaves so)",
    ]);
    expect(blocks[0]?.split("\n").slice(1)).toEqual([
      "  warn  tools.a  <dim>MUST · 2025-06-18, 2025-11-25</>",
      "        a\\nb",
      "        <cyan>https://spec.example/tools.a</>",
      "        <dim>again\\n</>",
      "  warn  tools.b  <dim>MUST · 2025-11-25</>",
      "        warn seen",
      "        <cyan>https://spec.example/tools.b</>",
      "        <dim>mcpcheck --check tools.b</>",
      "",
    ]);
  });
});

it.each<[string, readonly Reported[], readonly string[]]>([
  ["no block where it lists nothing", [], []],
  [
    "a line for each finding",
    [
      found("tools.a", "fail", { message: "a\nb" }),
      found("tools.a", "fail", { message: "a\nb", revision: "2025-06-18" }),
      found("tools.b", "warn"),
    ],
    [
      "<bold>known</> (listed in the baseline, do not count)\n  fail  tools.a  <dim>2025-06-18, 2025-11-25</>  a\\nb\n  warn  tools.b  <dim>2025-11-25</>  warn seen\n",
    ],
  ],
])("of what the baseline lists there is %s", (_title, findings, blocks) => {
  expect(knownBlock(findings, marked)).toEqual(blocks);
});

describe("what was not exercised", () => {
  const other = found("tools.a", "untested", { message: "no\ttool" });
  const kept = found("tools.b", "untested", { message: "no answer", promised: true });

  it.each<[string, readonly Reported[], string | undefined]>([
    ["is not told where everything was", [found("tools.a", "pass"), found("tools.b", "fail", { promised: true })], undefined],
    [
      "is told by reason, each check once",
      [other, { ...other, revision: "2025-06-18" }, { ...other, check: "tools.c" }, found("tools.d", "untested")],
      "<bold>untested</> (4 verdicts: not exercised in this run)\n    no\\ttool: tools.a, tools.c\n    untested seen: tools.d\n",
    ],
    [
      "is told with what was promised",
      [kept],
      "<bold>untested</> (1 verdict: not exercised in this run)\n<yellow>  promised by a scenario that ran, so they count against the run: 1</>\n    no answer: tools.b\n",
    ],
    [
      "is told apart from what was promised, which stands first",
      [other, kept, { ...other, check: "tools.c" }],
      "<bold>untested</> (3 verdicts: not exercised in this run)\n<yellow>  promised by a scenario that ran, so they count against the run: 1</>\n    no answer: tools.b\n  the others: 2\n    no\\ttool: tools.a, tools.c\n",
    ],
  ])("%s", (_title, findings, block) => {
    expect(untestedBlock(findings, marked)).toEqual(block === undefined ? [] : [block]);
  });
});

describe("what nobody has to act on", () => {
  const spared = (reasons: readonly string[]): readonly Reported[] =>
    reasons.map((message, index) => found(`http.n${index}`, "not-applicable", { message }));

  it.each<[string, readonly Reported[], readonly string[]]>([
    ["is nothing where nothing passed or was spared", [found("tools.a", "fail"), found("tools.b", "untested")], []],
    [
      "are passes by area, most first, then by name",
      ["ping.a", "tools.a", "auth.a", "tools.b"].map((check) => found(check, "pass")),
      ["<bold green>passed</> 4: tools 2, auth 1, ping 1\n"],
    ],
    [
      "are reasons why something does not apply, most frequent first",
      spared(["b", "a\n", "c", "a\n"]),
      ["<bold>not applicable</> 4\n    a\\n 2\n    b 1\n    c 1\n"],
    ],
    [
      "are five reasons of five",
      spared(["a", "b", "c", "d", "e"]),
      ["<bold>not applicable</> 5\n    a 1\n    b 1\n    c 1\n    d 1\n    e 1\n"],
    ],
    [
      "are five reasons of six, and the other counted",
      spared(["f", "e", "d", "c", "b", "a"]),
      ["<bold>not applicable</> 6\n    a 1\n    b 1\n    c 1\n    d 1\n    e 1\n    and for 1 other reason\n"],
    ],
  ])("%s", (_title, findings, blocks) => {
    expect(countBlocks(findings, marked)).toEqual(blocks);
  });
});
