import { describe, expect, test } from "vitest";
import type { Ledger, Reasons } from "./ledger.ts";
import { beyondDefects, indexDefects, ledgerDefects, type LedgerCheck, type Named, reasonDefects } from "./ledger-defects.ts";
import type { Requirement } from "./requirement.ts";

const must: LedgerCheck = { id: "a.must", level: "MUST", appliesTo: ["2025-11-25"] };
const should: LedgerCheck = { id: "a.should", level: "SHOULD", appliesTo: ["2025-11-25"] };
const named: Named = {
  checks: [must, should],
  hostCases: [
    { id: "h.must", level: "MUST" },
    { id: "h.should", level: "SHOULD" },
  ],
};
const reasons: Reasons = {
  partial: { half: "The other half of the statement is not looked at" },
  pending: { needed: "Needs something that is not there yet, and comes" },
  outOfScope: { party: "Somebody who is not a subject of this tool" },
  notObservable: { inside: "Nobody outside of the program can see this" },
};
const id = "2025-11-25-0001";
const ledgerOf = (row: unknown): Ledger => ({ revision: "2025-11-25", rows: { [id]: row as Ledger["rows"][string] } });
const defectsOf = (row: unknown): string[] => ledgerDefects(ledgerOf(row), reasons, named);

describe("a row", () => {
  test.each([
    { checks: ["a.must"] },
    { hostCases: ["h.should"] },
    { checks: ["a.must"], hostCases: ["h.must"] },
    { partial: "half", checks: ["a.should"] },
    { partial: "half", hostCases: ["h.should"] },
    { pending: "needed" },
    { outOfScope: "party" },
    { notObservable: "inside" },
  ])("may be %j", (row) => {
    expect(defectsOf(row)).toEqual([]);
  });

  test.each([
    [{ checks: ["a.none"] }, "there is no check a.none"],
    [{ hostCases: ["h.none"] }, "there is no host case h.none for any host"],
    [{}, "names no check and no host case"],
    [{ partial: "half" }, "names no check and no host case"],
    [{ pending: "needed", checks: ["a.must"] }, "names what holds it although it is pending"],
    [{ pending: "needed", notObservable: "inside" }, "expected at most one of partial, pending, outOfScope, notObservable"],
    [{ pending: "inside" }, "inside is not among the reasons for pending"],
    [{ outOfScope: "constructor" }, "constructor is not among the reasons for outOfScope"],
  ])("must not be %j", (row, defect) => {
    expect(defectsOf(row)).toEqual([`${id}: ${defect}`]);
  });

  test("names only checks that apply to its revision, and has an id of it", () => {
    const early: Named = { ...named, checks: [{ ...must, appliesTo: ["2024-11-05"] }] };
    expect(ledgerDefects(ledgerOf({ checks: ["a.must"] }), reasons, early)).toEqual([
      `${id}: a.must does not apply to 2025-11-25`,
    ]);
    const foreign: Ledger = { revision: "2025-11-25", rows: { "2025-06-18-0001": { pending: "needed" } } };
    expect(ledgerDefects(foreign, reasons, named)).toEqual(["2025-06-18-0001: not an id of this revision"]);
  });
});

describe("reasons", () => {
  const used = [ledgerOf({ pending: "needed" })];
  const only = { partial: {}, pending: reasons.pending, outOfScope: {}, notObservable: {} };

  test("that are given and say enough are no defect", () => {
    expect(reasonDefects(only, used)).toEqual([]);
  });

  test("must be used, long enough, and say what is needed", () => {
    expect(reasonDefects({ ...only, outOfScope: { party: "them" } }, used)).toEqual([
      "outOfScope party: too short to be a reason",
      "outOfScope party: used by no row",
    ]);
    expect(reasonDefects({ ...only, pending: { needed: "It is not there yet, but it will be" } }, used)).toEqual([
      "pending needed: does not say what it needs",
    ]);
  });
});

describe("beside the index", () => {
  const index: Requirement[] = [
    { id, revision: "2025-11-25", level: "MUST", area: "a", page: "p", section: "s", actor: "server", testable: "S0" },
  ];

  test("rows must be neither missing nor invented", () => {
    const other: Ledger = { revision: "2025-11-25", rows: { "2025-11-25-0009": { pending: "needed" } } };
    expect(indexDefects(other, index, named)).toEqual(["2025-11-25-0009: not in the index", `${id}: missing`]);
  });

  test.each([
    [{ checks: ["a.should"] }, "a.should"],
    [{ hostCases: ["h.should"] }, "h.should"],
  ])("a duty cannot be held by a recommendation alone: %j", (row, holder) => {
    expect(indexDefects(ledgerOf(row), index, named)).toEqual([
      `${id}: a MUST that rests only on ${holder}, none of which can fail`,
    ]);
  });

  test.each([{ checks: ["a.should", "a.must"] }, { hostCases: ["h.must"] }, { partial: "half", checks: ["a.should"] }])(
    "a duty may be held by a duty, or in part by a recommendation: %j",
    (row) => {
      expect(indexDefects(ledgerOf(row), index, named)).toEqual([]);
    },
  );
});

test("checks nothing accounts for are found, and excuses that are out of date", () => {
  const ledger = ledgerOf({ partial: "half", checks: ["a.must"] });
  expect(beyondDefects({ reasons: {}, checks: {} }, [ledger], [must, should])).toEqual([
    "a.should: named by no row, and no reason given",
  ]);
  expect(beyondDefects({ reasons: {}, checks: { "a.must": "x" } }, [ledger], [must])).toEqual([
    "a.must: named by a row, so it needs no reason",
    "a.must: reason x is not in the table",
  ]);
});
