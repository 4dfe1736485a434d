import { schemaAddress } from "../../base/published-address.ts";
import { expect, test } from "vitest";
import type { Finding } from "../../check/finding.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import {
  baselineBeingWritten,
  baselineEntries,
  baselineUse,
  formatBaseline,
  markKnown,
  noBaseline,
  parseBaseline,
  staleEntries,
  updatedBaseline,
} from "./baseline.ts";

const checkIds = ["tools.a", "tools.b", "http.origin", "http.host"];
const map = { "dns-rebinding-protection": ["http.origin", "http.host"], "caching:ttl": ["tools.a"] };

function finding(check: string, verdict: Finding["verdict"], revision: Finding["revision"] = "2025-11-25"): Finding {
  return {
    check,
    title: "",
    level: "MUST",
    revision,
    verdict,
    message: "",
    spec: "",
    advice: "",
    scenario: null,
    evidence: [],
    promised: verdict === "untested",
  };
}

function own(...known: object[]): ReturnType<typeof parseBaseline> {
  return parseBaseline(JSON.stringify({ schemaVersion: 1, known }), "b.json", map);
}

test("a known failure is marked, whatever kind of bad it is, and nothing else is", () => {
  const baseline = own({ check: "tools.a" });
  for (const verdict of ["fail", "warn", "untested"] as const)
    expect(markKnown(baseline, finding("tools.a", verdict)).known).toBe(true);
  for (const one of [finding("tools.a", "pass"), finding("tools.a", "not-applicable"), finding("tools.b", "fail")])
    expect(markKnown(baseline, one)).toBe(one);
});

test("what follows from a known failure is known with it", () => {
  const following = { ...finding("tools.b", "fail"), because: "tools.a" };
  expect(markKnown(own({ check: "tools.a" }), following).known).toBe(true);
  expect(markKnown(own({ check: "http.origin" }), following)).toBe(following);
});

test("an entry with a revision excuses that revision only", () => {
  const baseline = own({ check: "tools.a", revision: "2025-06-18", reason: "later" });
  expect(markKnown(baseline, finding("tools.a", "fail")).known).toBeUndefined();
  expect(markKnown(baseline, finding("tools.a", "fail", "2025-06-18")).known).toBe(true);
});

test("an entry is stale when its check passes and nowhere fails, or when nobody knows it", () => {
  const baseline = own({ check: "tools.a" }, { check: "tools.c" });
  const stale = staleEntries(baseline, [finding("tools.a", "pass"), finding("tools.a", "pass", "2025-06-18")], checkIds);
  expect(stale.map(({ entry, why }) => `${entry.check}: ${why}`)).toEqual([
    "tools.a: passes now at 2025-11-25, 2025-06-18",
    "tools.c: no check has this id; did you mean tools.a or tools.b?",
  ]);
});

test("an entry is not stale while a revision still fails, nor when the run did not look at its check", () => {
  const baseline = own({ check: "tools.a" });
  expect(staleEntries(baseline, [finding("tools.a", "pass"), finding("tools.a", "fail", "2025-06-18")], checkIds)).toEqual([]);
  expect(staleEntries(baseline, [finding("tools.b", "pass")], checkIds)).toEqual([]);
  expect(staleEntries(baseline, [finding("tools.a", "not-applicable")], checkIds)).toEqual([]);
});

test("a written baseline is sorted, keeps reasons, days and what the run did not look at, and reads back", () => {
  const findings = [
    finding("tools.b", "fail"),
    finding("tools.b", "fail", "2025-06-18"),
    finding("tools.a", "warn"),
    finding("http.host", "pass"),
  ];
  const earlier = [
    { check: "tools.b", reason: "ticket 7", since: "2026-01-02" },
    { check: "http.origin", reason: "behind a proxy" },
    { check: "http.host" },
  ];
  const day = "2026-03-04";
  const text = formatBaseline(baselineEntries(findings, "fail", day, earlier));
  expect(JSON.parse(text)).toEqual({
    $schema: schemaAddress("baseline"),
    schemaVersion: 1,
    known: [
      { check: "http.origin", reason: "behind a proxy" },
      { check: "tools.b", revision: "2025-06-18", reason: "ticket 7", since: "2026-01-02" },
      { check: "tools.b", revision: "2025-11-25", reason: "ticket 7", since: "2026-01-02" },
    ],
  });
  expect(formatBaseline(baselineEntries(findings.toReversed(), "fail", day, earlier.toReversed()))).toBe(text);
  expect(baselineEntries([finding("tools.a", "warn")], "warn", day)).toEqual([
    { check: "tools.a", revision: "2025-11-25", reason: "listed by --update-baseline", since: day },
  ]);
  expect(parseBaseline(text, "b.json", map).known).toHaveLength(3);
});

test.each([
  ["b.json", "{", /^b\.json:1:2: not JSON/],
  ["b.json", '{"schemaVersion":1,"known":[{"chek":"x"}]}', /^b\.json#\/known\/0/],
  ["b.json", '{"schemaVersion":1,"known":[{"check":"x","revision":"2025-01-01"}]}', /^b\.json#\/known\/0\/revision/],
  ["b.json", '{"schemaVersion":2,"known":[]}', /^b\.json#\/schemaVersion/],
  ["e.yml", "server:\n  - a\n b: [", /^e\.yml:\d+: not YAML/],
  ["e.yml", "- a\n", /^e\.yml:1: expected the lists/],
  ["e.yml", "servers:\n  - a\n", /^e\.yml:1: "servers" is neither/],
  ["e.yml", "client: []\nserver: a\n", /^e\.yml:2: server is not a list/],
  ["e.yaml", "server:\n  - a\n  - b: c\n", /^e\.yaml:3: expected <scenario>/],
  ["e.yaml", "server:\n  -\n", /^e\.yaml.*: expected <scenario>/],
])("a bad file %s is a usage error with its place: %j", (file, text, message) => {
  expect(() => parseBaseline(text, file, map)).toThrow(message);
  expect(() => parseBaseline(text, file, map)).toThrow(McpcheckError);
});

const official = `# what we know
server:
  - dns-rebinding-protection
  - caching:ttl
  - elicitation-sep1034-defaults # not here
client:
  - auth/basic
`;

test("the official tool's file is understood where it can be, and the rest is told", () => {
  const baseline = parseBaseline(official, "e.yml", map);
  expect(markKnown(baseline, finding("http.host", "fail")).known).toBe(true);
  expect(markKnown(baseline, finding("tools.a", "fail")).known).toBe(true);
  expect(markKnown(baseline, finding("tools.b", "fail")).known).toBeUndefined();
  expect(baseline.notices).toEqual([
    "e.yml: 1 entry without a counterpart in mcpcheck, which excuse nothing: elicitation-sep1034-defaults (line 5)",
    "e.yml: the list client (1 entry) does not concern servers and is not used",
  ]);
});

test("an entry over several checks is stale only when none of them fails", () => {
  const baseline = parseBaseline("server: [dns-rebinding-protection]", "e.yml", map);
  const pass = finding("http.host", "pass");
  expect(staleEntries(baseline, [pass, finding("http.origin", "fail")], checkIds)).toEqual([]);
  expect(staleEntries(baseline, [pass], checkIds)).toHaveLength(1);
});

test("an empty official file excuses nothing and says so", () => {
  expect(parseBaseline("# nothing\n", "e.yml", map)).toMatchObject({ known: [], notices: ["e.yml lists no known failure"] });
});

test("what counts against the run that writes a baseline is known from then on", () => {
  const { mark, stale } = baselineBeingWritten("fail");
  const [fail, warn] = [finding("tools.a", "fail"), finding("tools.b", "warn")];
  expect([mark(fail), mark(warn)]).toEqual([{ ...fail, known: true }, warn]);
  expect(stale([fail])).toEqual([]);
});

test("a run without baseline knows nothing and has nothing stale", () => {
  const use = baselineUse(noBaseline, checkIds);
  const fail = finding("tools.a", "fail");
  expect(use.mark(fail)).toBe(fail);
  expect(use.stale([fail])).toEqual([]);
});

test("the official tool's file is never overwritten", () => {
  expect(() => updatedBaseline(parseBaseline(official, "e.yml", map), [], "fail", "2026-03-04")).toThrow(
    /e\.yml is an expected-failures file/,
  );
  expect(updatedBaseline(noBaseline, [finding("tools.a", "fail")], "fail", "2026-03-04")).toMatchObject([{ check: "tools.a" }]);
});
