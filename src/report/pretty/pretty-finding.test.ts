import { describe, expect, it } from "vitest";
import { bytes, found } from "../../../test/report/formats/build.ts";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import type { Reported } from "../collect-run.ts";
import type { Paint } from "../text/paint.ts";
import { prettyFinding } from "./pretty-finding.ts";
import { wirePair } from "./wire-pair.ts";

/** Says in the text which style it has. */
const marked: Paint = (style, text) => `<${[style].flat().join(" ")}>${text}</>`;
const flaky = { failed: 1, played: 2 };
const row = (label: string, text: string): string => `      ${label.padEnd(7)}${text}`;

describe("a finding on a terminal", () => {
  const lines = (finding: Reported, more: object = {}, consequences?: string): readonly string[] =>
    prettyFinding({ first: finding, revisions: ["2025-06-18", "2025-11-25"] }, consequences, {
      paint: marked,
      verbose: false,
      ...more,
    }).split("\n");
  const end = [
    "",
    row("spec:", "<cyan>https://spec.example/tools.a</>"),
    row("fix:", "Mend it."),
    row("again:", "mcpcheck --check tools.a"),
    "",
  ];

  it.each<[string, Reported, string, readonly string[]]>([
    [
      "that failed says what is to be done",
      found("tools.a", "fail", { message: "a\nb" }),
      "<bold red>FAIL</>",
      [row("saw:", "a\\nb")],
    ],
    ["that warns is yellow", found("tools.a", "warn"), "<bold yellow>WARN</>", [row("saw:", "warn seen")]],
    [
      "that failed only once says so",
      found("tools.a", "fail", { flaky }),
      "<bold yellow>FLAKY</>",
      [row("saw:", "fail seen"), row("retry:", "flaky: failed 1 time of 2, and passed then")],
    ],
    [
      "of a library says which",
      found("tools.a", "fail", { inheritedFrom: "sdk 1" }),
      "<bold red>FAIL</>",
      [row("saw:", "fail seen"), row("from:", "sdk 1: every server built on it behaves so")],
    ],
  ])("%s", (_title, finding, label, seen) => {
    expect(lines(finding)).toEqual([
      `${label}  <bold>tools.a</>  <dim>MUST · 2025-06-18, 2025-11-25</>`,
      "      Statement of tools.a",
      ...seen,
      ...end.slice(1),
    ]);
  });

  it.each<[string, Reported, object, string | undefined, readonly string[]]>([
    [
      "says what follows from it",
      found("tools.a", "fail"),
      {},
      "2 findings follow",
      [row("so:", "2 findings follow"), ...end.slice(1)],
    ],
    [
      "says which readings are accepted",
      found("tools.a", "fail", { tolerance: "Both." }),
      {},
      undefined,
      [...end.slice(1, 2), row("note:", "Both."), ...end.slice(2)],
    ],
    [
      "leads to its page where there is a site",
      found("tools.a", "fail"),
      { docsUrl: "https://docs.example" },
      undefined,
      [...end.slice(1, 3), row("more:", "<cyan>https://docs.example/checks/tools.a.html</>"), ...end.slice(3)],
    ],
    [
      "names the command that explains it where everything is wanted",
      found("tools.a", "fail"),
      { verbose: true },
      undefined,
      [...end.slice(1, 3), row("more:", "<cyan>npx mcpcheck explain tools.a</>"), ...end.slice(3)],
    ],
  ])("%s", (_title, finding, more, consequences, rows) => {
    expect(lines(finding, more, consequences).slice(3)).toEqual(rows);
  });

  const wireOf = (wire: readonly WireExcerpt[], verbose = false): readonly string[] =>
    lines(found("tools.a", "fail", { wire }), { verbose })
      .slice(3)
      .filter((line) => !/^ {6}\w/.test(line) && line !== "");

  it.each<[string, readonly WireExcerpt[], readonly string[]]>([
    [
      "have arrows that say who sent them, and those the verdict does not rest on are dim",
      [bytes(3, "sent", "ask"), bytes(14, "received", "answer", { evidence: true })],
      ["<dim>        → #3 ask</>", "        ← #14 answer"],
    ],
    ["that nobody sent have a dot", [bytes(3, "harness", "exit code 1", { evidence: true })], ["        · #3 exit code 1"]],
    [
      "of several lines stand below each other",
      [bytes(14, "received", "a\nb\u001b[1m\tc", { evidence: true })],
      ["        ← #14 a", "              b\\u{1b}[1m\tc"],
    ],
    [
      "that were cut say so",
      [bytes(1, "sent", "a", { evidence: true, cut: true })],
      ["        → #1 a", "             … cut here"],
    ],
    [
      "that others are like say how many",
      [bytes(1, "sent", "a", { alike: 2 })],
      ["<dim>        → #1 a</>", "<dim>             and 2 more alike</>"],
    ],
    [
      "of six hundred characters are whole",
      [bytes(1, "sent", "x".repeat(600), { evidence: true })],
      [`        → #1 ${"x".repeat(600)}`],
    ],
    [
      "of more are cut there",
      [bytes(1, "sent", "x".repeat(601), { evidence: true })],
      [`        → #1 ${"x".repeat(600)}`, "             … cut here"],
    ],
    [
      "of fourteen lines are whole",
      [bytes(1, "sent", Array.from({ length: 14 }, () => "x").join("\n"), { evidence: true })],
      ["        → #1 x", ...Array.from({ length: 13 }, () => "             x")],
    ],
    [
      "of more lines are cut there",
      [bytes(1, "sent", Array.from({ length: 15 }, () => "x").join("\n"), { evidence: true })],
      ["        → #1 x", ...Array.from({ length: 13 }, () => "             x"), "             … cut here"],
    ],
  ])("its bytes %s", (_title, wire, expected) => {
    expect(wireOf(wire)).toEqual(expected);
  });

  it.each<[string, number, boolean, string | undefined]>([
    ["three events counts one", 3, false, "<dim>        and 1 more event (--verbose shows them)</>"],
    ["five events counts three", 5, false, "<dim>        and 3 more events (--verbose shows them)</>"],
    ["five events shows them where everything is wanted", 5, true, undefined],
  ])("of %s beside the exchange that shows it best", (_title, count, verbose, note) => {
    const shown = wireOf(
      Array.from({ length: count }, (_, index) => bytes(index, index % 2 === 0 ? "sent" : "received", "x")),
      verbose,
    );
    expect(shown).toHaveLength(verbose ? count : 3);
    expect(shown.find((line) => line.includes("--verbose"))).toBe(note);
  });
});

describe("the exchange that shows a finding best", () => {
  const ask = bytes(1, "sent", "ask");
  const head = bytes(2, "received", "HTTP 200", { evidence: true });
  const answer = bytes(3, "received", "answer");

  it.each<[string, readonly WireExcerpt[], readonly number[]]>([
    ["begins with the first event where the verdict rests on none", [ask, answer, bytes(4, "sent", "x")], [1, 3]],
    ["is the head of a response with its body, after the request", [ask, head, answer], [1, 2, 3]],
    ["is a head alone where another follows", [ask, head, bytes(3, "received", "HTTP 202"), answer], [1, 2]],
    ["is a head alone where something was sent next", [ask, head, bytes(3, "sent", "x"), answer], [1, 2]],
    ["is a head alone where nothing follows", [bytes(0, "sent", "x"), ask, head], [1, 2]],
    [
      "is an answer alone, though more came, where it has no head",
      [ask, { ...answer, evidence: true }, bytes(4, "received", "x")],
      [1, 3],
    ],
    [
      "is what was sent and what came, though it was sent as a head is",
      [bytes(1, "sent", "HTTP 1", { evidence: true }), bytes(2, "received", "x"), bytes(4, "sent", "y")],
      [1, 2],
    ],
    ["is what nobody sent, and what came then", [ask, bytes(2, "harness", "silence", { evidence: true }), answer], [2, 3]],
    ["is an answer alone where nothing was asked", [{ ...answer, evidence: true }, bytes(4, "harness", "x"), ask], [3]],
    [
      "is a request alone where no answer came",
      [bytes(0, "received", "x"), { ...ask, evidence: true }, bytes(2, "sent", "y")],
      [1],
    ],
  ])("%s", (_title, wire, seqs) => {
    const { shown, left } = wirePair(wire);
    expect(shown.map(({ seq }) => seq)).toEqual(seqs);
    expect(left).toBe(wire.length - seqs.length);
  });
});
