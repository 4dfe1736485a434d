import { describe, expect, it } from "vitest";
import { eventsOf, found } from "../../../test/report/formats/build.ts";
import type { RunEvent } from "../../run/run-event.ts";
import type { Summary } from "../../run/summary.ts";
import type { Finding } from "../../check/finding.ts";
import type { RoleMet } from "../../trace/facts/roles-met.ts";
import type { Subject } from "../../trace/trace.ts";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import { flakyNote } from "./flaky-note.ts";
import { htmlBlock, htmlText } from "./html-text.ts";
import { markdownFence, markdownText } from "./markdown-text.ts";
import { painter } from "./paint.ts";
import { rolesLine } from "./roles-line.ts";
import { subjectLine } from "./subject-line.ts";
import { summaryLine } from "./summary-line.ts";
import { wireLine } from "./wire-line.ts";
import { areaOf, duration } from "./words.ts";
import { xmlText } from "./xml-text.ts";

describe("a subject in one line", () => {
  it.each<[string, Subject, string]>([
    [
      "has name, version and command",
      { kind: "server", transport: "stdio", command: ["node", "a b.js"], name: "echo", version: "2" },
      "echo 2 (stdio: node 'a b.js')",
    ],
    [
      "has its address where there is no command",
      { kind: "server", transport: "http", url: "http://x/", name: "echo" },
      "echo (http: http://x/)",
    ],
    [
      "has its command rather than its address",
      { kind: "server", transport: "http", url: "http://x/", command: ["a"], version: "1" },
      "1 (http: a)",
    ],
    ["has its kind where it never said a name", { kind: "client", transport: "stdio" }, "client (stdio)"],
  ])("%s", (_title, subject, line) => {
    expect(subjectLine(subject)).toBe(line);
  });
});

describe("roles of tools in one line", () => {
  const met = (role: string, tool: string, by: RoleMet["by"], revision: string): RoleMet =>
    ({ role, tool, by, revision }) as RoleMet;

  it.each<[string, readonly RoleMet[], string]>([
    ["are nothing where there are none", [], ""],
    [
      "name each tool once, whatever the revision, and how it was found",
      [
        met("slow", "wait", "seen", "a"),
        met("fails", "x", "hint", "a"),
        met("slow", "wait", "seen", "b"),
        met("slow", "nap", "hint", "b"),
      ],
      "slow: wait (seen), nap (hint); fails: x (hint)",
    ],
  ])("%s", (_title, roles, line) => {
    expect(rolesLine(roles)).toBe(line);
  });
});

describe("a wire event in one line", () => {
  const event: WireExcerpt = { seq: 7, at: 1, direction: "received", kind: "frame", text: "{}", evidence: true };

  it.each<[string, WireExcerpt, string]>([
    ["is told whole", event, "received #7 {}"],
    ["says that it was cut", { ...event, cut: true }, "received #7 {} … cut"],
    ["says how many are like it", { ...event, alike: 3 }, "received #7 {} (and 3 more alike)"],
  ])("%s", (_title, one, line) => {
    expect(wireLine(one)).toBe(line);
  });
});

it.each([
  ["none", undefined, undefined],
  ["once of twice", { failed: 1, played: 2 }, "flaky: failed 1 time of 2, and passed then"],
  ["twice of thrice", { failed: 2, played: 3 }, "flaky: failed 2 times of 3, and passed then"],
])("of a failure that is flaky %s it is said so", (_title, flaky, note) => {
  expect(flakyNote(flaky === undefined ? {} : { flaky })).toBe(note);
});

it.each([
  [0, "0 ms"],
  [3.5, "4 ms"],
  [999, "999 ms"],
  [1000, "1.0 s"],
  [12_345, "12.3 s"],
])("%d ms are told as %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});

it.each([
  ["tools.unknown-name", "tools"],
  ["a.b.c", "a"],
  ["plain", "plain"],
])("the area of %s is %s", (check, area) => {
  expect(areaOf(check)).toBe(area);
});

it.each([
  ["every character that means something", "a & <b> \"c\" 'd' `e`", "a &#38; &#60;b&#62; &#34;c&#34; &#39;d&#39; &#96;e&#96;"],
  ["a line end in one line", "a\nb\tc", "a\\nb\\tc"],
])("%s is HTML that shows itself", (_title, text, shown) => {
  expect(htmlText(text)).toBe(shown);
});

it("a line end in a block stays one, and a colour does not", () => {
  expect(htmlBlock("a\n\t<b>\u001b[1m")).toBe("a\n\t&#60;b&#62;\\u{1b}[1m");
});

it("text is XML that shows itself, whatever XML cannot carry", () => {
  expect(xmlText("a\t<b>\r\n& \"c\" 'd'\u0000\u001b\uFFFE")).toBe(
    "a&#9;&#60;b&#62;&#13;&#10;&#38; &#34;c&#34; &#39;d&#39;\\u{0}\\u{1b}\\u{fffe}",
  );
});

it.each([
  ["a number of seven digits as a commit", "see 1234567 now", "see `1234567` now"],
  ["no number of six", "see 123456 now", "see 123456 now"],
  ["no word of forty-one letters of a digest", "a".repeat(41), "a".repeat(41)],
  ["an address of a messenger", "xmpp:a", "`xmpp:a`"],
  ["an advisory", "GHSA-1 and CVE-2", "`GHSA-1` and `CVE-2`"],
  ["a picture in letters", ":+1:", "`:+1:`"],
  ["no colons alone", "a::b", "a::b"],
  ["an entity as itself", "&lt; a~b~ \\", "&amp;lt; a&#126;b&#126; &#92;"],
])("%s is Markdown that shows itself", (_title, text, shown) => {
  expect(markdownText(text)).toBe(shown);
});

it.each([
  ["three backticks", "a `b` ``c``", "```"],
  ["one backtick more than stand together inside", "a ``` b", "````"],
])("a fence has %s", (_title, text, fence) => {
  expect(markdownFence(text)).toBe(`${fence}text\n${text}\n${fence}`);
});

it.each([
  ["coloured where colour is wanted", true, "\u001b[1mx\u001b[22m"],
  ["left as it is where none is", false, "x"],
])("text is %s", (_title, color, text) => {
  expect(painter(color)("bold", "x")).toBe(text);
});

it.each<[string, readonly Finding[], Partial<Summary>, string]>([
  [
    "what is told beside what is unchanged is counted",
    [found("a.b", "pass")],
    { pass: 1, unchanged: 3 },
    "nothing new: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable, 3 unchanged in 1.5 s",
  ],
  [
    "a promise that was kept is none of those that were not",
    [found("a.b", "pass", { promised: true }), found("a.c", "untested")],
    { pass: 1, untested: 1 },
    "conforms: 0 failed, 0 warned, 1 passed, 1 untested, 0 not applicable in 1.5 s",
  ],
  [
    "a known promise that was not kept does not count as one",
    [found("a.b", "pass"), found("a.c", "untested", { promised: true, known: true })],
    { pass: 1, untested: 1, known: 1 },
    ": 0 failed, 0 warned, 1 passed, 1 untested, 0 not applicable, 1 known in 1.5 s",
  ],
])("of a run in one line %s", (_title, findings, some, line) => {
  const finished = eventsOf({ finished: { exitCode: 0 } }).findLast(
    (event): event is Extract<RunEvent, { type: "run.finished" }> => event.type === "run.finished",
  );
  const none = { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0, known: 0, consequences: 0 };
  expect(summaryLine({ ...none, ...some }, findings, finished).endsWith(line)).toBe(true);
});
