import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { citationAt } from "../src/check/citation.ts";
import { checks } from "../src/check/registry.ts";
import { revisions, type Revision } from "../src/spec/revision.ts";
import {
  beyondDefects,
  indexDefects,
  isDuty,
  ledgerDefects,
  statementsOf,
  type Beyond,
  type IndexRow,
  type Ledger,
  type LedgerCheck,
} from "../src/suite/ledger.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const indexDirectory = join(root, "../shared/data/requirements");

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, "suites/requirements", path), "utf8"));
const ledgers = revisions.map((revision) => read(`${revision}.json`) as Ledger);
const serverChecks: readonly LedgerCheck[] = checks
  .filter((check) => check.subject === "server")
  .map(({ id, level, spec }) => ({
    id,
    level,
    appliesTo: revisions.filter((revision) => citationAt(spec, revision) !== undefined),
  }));

function haveIndex(): boolean {
  const there = existsSync(indexDirectory);
  if (!there) process.stdout.write("index of statements not found beside the repository: ledgers are checked for form only\n");
  return there;
}

function indexOf(revision: Revision): IndexRow[] {
  const [, ...lines] = readFileSync(join(indexDirectory, `${revision}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [id = "", level = "", , , , actor = "", testable = ""] = line.split("\t");
    return { id, level, actor, testable };
  });
}

/** Rows a server can be held to without a fixture. */
function plainDutiesOfServers(index: readonly IndexRow[]): IndexRow[] {
  return index.filter(
    (row) => isDuty(row.level) && (row.actor === "server" || row.actor === "both") && /^[SB]0$/.test(row.testable),
  );
}

describe("the ledgers of statements", () => {
  test.each(ledgers)("$revision: every row has a reason or checks that exist and apply", (ledger) => {
    expect(Object.keys(ledger.rows).length).toBeGreaterThan(300);
    expect(ledgerDefects(ledger, serverChecks)).toEqual([]);
  });

  test("every check of servers rests on a row, or says what it rests on", () => {
    expect(beyondDefects(read("beyond.json") as Beyond, ledgers, serverChecks)).toEqual([]);
  });

  describe.runIf(haveIndex())("beside the index", () => {
    test.each(ledgers)("$revision: every row of the index is there, and no duty rests on recommendations", (ledger) => {
      expect(indexDefects(ledger, indexOf(ledger.revision), serverChecks)).toEqual([]);
    });

    test.each(ledgers)("$revision: what keeps a plain duty of servers pending is said", (ledger) => {
      const pending = plainDutiesOfServers(indexOf(ledger.revision)).flatMap(({ id }) => {
        const row = ledger.rows[id];
        return row !== undefined && "pending" in row ? [ledger.reasons[row.pending] ?? ""] : [];
      });
      expect(pending.filter((reason) => !reason.startsWith("Needs "))).toEqual([]);
    });

    test.each(ledgers)("$revision: most plain duties of servers are checked", (ledger) => {
      const duties = plainDutiesOfServers(indexOf(ledger.revision));
      const checked = duties.filter(({ id }) => Object.hasOwn(ledger.rows[id] ?? {}, "checks"));
      expect(checked.length / duties.length).toBeGreaterThan(0.75);
    });
  });
});

describe("the ledger's own rules", () => {
  const check: LedgerCheck = { id: "a.must", level: "MUST", appliesTo: ["2025-11-25"] };
  const weak: LedgerCheck = { id: "a.should", level: "SHOULD", appliesTo: ["2025-11-25"] };
  const reasons = { needed: "Needs something that is not there yet" };
  const ledgerOf = (rows: Ledger["rows"]): Ledger => ({ revision: "2025-11-25", reasons, rows });
  const index: IndexRow[] = [{ id: "2025-11-25-0001", level: "MUST", actor: "server", testable: "S0" }];

  test("find a check that is not there, or not in that revision", () => {
    const ledger = ledgerOf({ "2025-11-25-0001": { checks: ["a.none"] }, "2025-11-25-0002": { pending: "needed" } });
    expect(ledgerDefects(ledger, [check])).toEqual(["2025-11-25-0001: there is no check a.none"]);
    const early: LedgerCheck = { ...check, appliesTo: ["2024-11-05"] };
    expect(ledgerDefects(ledgerOf({ "2025-11-25-0001": { checks: ["a.must"] } }), [early])).toEqual([
      "2025-11-25-0001: a.must does not apply to 2025-11-25",
      "reason needed: used by no row",
    ]);
  });

  test("find reasons that are missing, thin or unused", () => {
    const ledger = { ...ledgerOf({ "2025-11-25-0001": { pending: "none" } }), reasons: { thin: "later" } };
    expect(ledgerDefects(ledger, [])).toEqual([
      "2025-11-25-0001: reason none is not in the table",
      "reason thin: too short to be one",
      "reason thin: used by no row",
    ]);
  });

  test("find rows missing, invented, and duties that rest on recommendations", () => {
    expect(indexDefects(ledgerOf({ "2025-11-25-0009": { pending: "needed" } }), index, [])).toEqual([
      "2025-11-25-0009: not in the index",
      "2025-11-25-0001: missing",
    ]);
    const resting = ledgerOf({ "2025-11-25-0001": { checks: ["a.should"] } });
    expect(indexDefects(resting, index, [check, weak])).toEqual([
      "2025-11-25-0001: a MUST that rests only on a.should, none of which can fail",
    ]);
    expect(indexDefects(ledgerOf({ "2025-11-25-0001": { checks: ["a.should", "a.must"] } }), index, [check, weak])).toEqual([]);
  });

  test("find checks nothing accounts for", () => {
    const ledger = ledgerOf({ "2025-11-25-0001": { checks: ["a.must"] } });
    expect(beyondDefects({ reasons: {}, checks: {} }, [ledger], [check, weak])).toEqual([
      "a.should: named by no row, and no reason given",
    ]);
    expect(beyondDefects({ reasons: {}, checks: { "a.must": "x" } }, [ledger], [check])).toEqual([
      "a.must: named by a row, so it needs no reason",
      "a.must: reason x is not in the table",
    ]);
    expect(statementsOf([ledger], "a.must")).toEqual(["2025-11-25-0001"]);
  });
});
