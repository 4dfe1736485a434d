import { describe, expect, it } from "vitest";
import type { Finding } from "../../check/finding.ts";
import type { BaselineEntry } from "./baseline-entry.ts";
import { baselineEntries, baselineJsonSchema, markKnown, parseBaseline, staleEntries, updatedBaseline } from "./baseline.ts";

const map = { "dns-rebinding": ["http.origin", "http.host"], caching: ["tools.a"], "404": ["http.host"] };

function finding(check: string, verdict: Finding["verdict"], more: Partial<Finding> = {}): Finding {
  const place = { scenario: null, evidence: [], promised: false, revision: "2025-11-25" } as const;
  return { check, title: "", level: "MUST", verdict, message: "", spec: "", advice: "", ...place, ...more };
}

const ownFile = (...known: readonly object[]): string => JSON.stringify({ schemaVersion: 1, known });

describe("a baseline of mcpcheck's own form", () => {
  it("has a JSON Schema that tells editors what is wanted and what is left to the reader", () => {
    expect(baselineJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      required: ["schemaVersion", "known"],
      properties: { known: { type: "array", items: { required: ["check"] } } },
    });
  });

  it("names the format of a parser for a revision, but nothing that is neither", () => {
    expect(parseBaseline(ownFile({ check: "a", revision: "hermes" }), "b.json", map).known).toHaveLength(1);
    expect(() => parseBaseline(ownFile({ check: "a", revision: "2x" }), "b.json", map)).toThrow(/^b\.json#\/known\/0\/revision/);
  });

  it("is told by the end of its name alone", () => {
    expect(parseBaseline(ownFile({ check: "a" }), "e.yml.json", map).known).toHaveLength(1);
    expect(parseBaseline("server: [caching]", "E.YAML", map).known).toEqual([
      { entry: { check: "caching" }, checks: ["tools.a"] },
    ]);
  });

  it("excuses a promise that was not kept, and nothing that was merely not tested", () => {
    const baseline = parseBaseline(ownFile({ check: "tools.a" }), "b.json", map);
    expect(markKnown(baseline, finding("tools.a", "untested", { promised: true })).known).toBe(true);
    expect(markKnown(baseline, finding("tools.a", "untested")).known).toBeUndefined();
    expect(markKnown(baseline, finding("tools.a", "pass", { promised: true })).known).toBeUndefined();
  });

  it("keeps the reason of the same revision before that of all, and of no other", () => {
    const findings = [finding("tools.a", "fail")];
    const all = { check: "tools.a", reason: "of all", since: "2026-01-01" };
    const same = { check: "tools.a", revision: "2025-11-25", reason: "of this", since: "2026-01-02" };
    const other = { check: "tools.a", revision: "2025-06-18", reason: "of another" };
    const elsewhere = { check: "tools.b", revision: "2025-11-25", reason: "of another check" };
    const made = (...earlier: readonly BaselineEntry[]): unknown =>
      baselineEntries(findings, "fail", "2026-03-04", earlier).find(
        ({ check, revision }) => check === "tools.a" && revision === "2025-11-25",
      );
    expect(made(all, elsewhere, other, same)).toEqual(same);
    expect(made(other, elsewhere, all)).toEqual({ ...all, revision: "2025-11-25" });
    expect(made(other, elsewhere)).toEqual({
      check: "tools.a",
      revision: "2025-11-25",
      reason: "listed by --update-baseline",
      since: "2026-03-04",
    });
  });

  it("is brought up to date with what it had said before", () => {
    const baseline = parseBaseline(ownFile({ check: "tools.a", reason: "later", since: "2026-01-01" }), "b.json", map);
    expect(updatedBaseline(baseline, [finding("tools.a", "fail")], "fail", "2026-03-04")).toEqual([
      { check: "tools.a", revision: "2025-11-25", reason: "later", since: "2026-01-01" },
    ]);
  });
});

describe("an expected-failures file", () => {
  const parsed = (text: string) => parseBaseline(text, "e.yml", map);

  it("may leave a list empty in any way", () => {
    for (const text of ["server:\n", "server: null\n", "server: []\n", "server: ~\nclient:\n"])
      expect(parsed(text)).toEqual({ file: "e.yml", known: [], notices: [] });
  });

  it("may name scenarios by numbers, and checks of scenarios", () => {
    expect(parsed("server: [404]").known).toEqual([{ entry: { check: "404" }, checks: ["http.host"] }]);
    expect(parsed("server: [a:b]").notices).toEqual([
      "e.yml: 1 entry without a counterpart in mcpcheck, which excuse nothing: a:b (line 1)",
    ]);
  });

  it("is usable though some of its names have no counterpart, each of which is told with its line", () => {
    expect(parsed("server:\n  - caching\n  - one\n  - two\nclient: [a, b]\n")).toEqual({
      file: "e.yml",
      known: [{ entry: { check: "caching" }, checks: ["tools.a"] }],
      notices: [
        "e.yml: 2 entries without a counterpart in mcpcheck, which excuse nothing: one (line 3), two (line 4)",
        "e.yml: the list client (2 entries) does not concern servers and is not used",
      ],
    });
  });

  it.each([
    ["server: [':b']", "e.yml:1: expected <scenario> or <scenario>:<check>, without a space after the colon"],
    ["server: ['a:b:c']", "e.yml:1: expected <scenario> or <scenario>:<check>, without a space after the colon"],
    ["server: [true]", "e.yml:1: expected <scenario> or <scenario>:<check>, without a space after the colon"],
    ["server:\n  - a\n  - [b]", "e.yml:3: expected <scenario> or <scenario>:<check>, without a space after the colon"],
    ["server: a", "e.yml:1: server is not a list of scenario names"],
    ["7", "e.yml:1: expected the lists server and client"],
    ["? [a]\n: b", 'e.yml:1: "" is neither server nor client'],
  ])("is refused as wrongly used, with the place: %j", (text, message) => {
    expect(() => parsed(text)).toThrow(expect.objectContaining({ kind: "usage", message }));
  });

  it("is refused on one line where it is no YAML or nests too deep", () => {
    expect(() => parsed("server: [\n")).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^e\.yml:\d+: not YAML: .+$/) }),
    );
    expect(() => parsed(`server: ${"[".repeat(5000)}`)).toThrow(
      expect.objectContaining({ kind: "usage", message: expect.stringMatching(/^e\.yml:1: .+/) }),
    );
  });

  it("is stale as a whole only where none of its checks is known", () => {
    const baseline = parsed("server: [dns-rebinding]");
    expect(staleEntries(baseline, [], ["http.host"])).toEqual([]);
    expect(staleEntries(baseline, [], ["tools.a"])).toHaveLength(1);
  });

  it("is read by the names that are built in where no others are given", () => {
    expect(parseBaseline("server: [server-initialize]", "e.yml").known[0]?.checks).toContain("lifecycle.initialize-result");
  });

  it("is not brought up to date", () => {
    expect(() => updatedBaseline(parsed("server: [caching]"), [], "fail", "2026-03-04")).toThrow(
      expect.objectContaining({ kind: "usage" }),
    );
  });
});
