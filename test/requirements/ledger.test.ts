import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { citationAt } from "../../src/check/citation.ts";
import { checks } from "../../src/check/registry.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { levelOf } from "../../src/run/host/judge.ts";
import { loadBeyond, loadExtensionLedgers, loadIndex, loadLedgers, loadReasons } from "../../src/run/suites/load-ledger.ts";
import { extensionIds, extensionPages } from "../../src/spec/extensions.ts";
import { revisions } from "../../src/spec/revision.ts";
import { kindOf } from "../../src/suite/ledger.ts";
import { asRows } from "../../src/suite/extension-ledger.ts";
import {
  beyondDefects,
  extensionDefects,
  indexDefects,
  ledgerDefects,
  type Named,
  reasonDefects,
} from "../../src/suite/ledger-defects.ts";
import { isDuty, type Requirement } from "../../src/suite/requirement.ts";

/** Where the index was made. The repository carries it, so nothing but the comparison with its source needs this. */
const source = new URL("../../../shared/data/requirements/", import.meta.url);

const ledgers = loadLedgers();
const extensions = loadExtensionLedgers();
const all = [...ledgers, ...[...extensions.values()].map(asRows)];
const named: Named = {
  checks: checks
    .filter((check) => check.subject === "server" || check.subject === "client")
    .map(({ id, level, spec }) => ({
      id,
      level,
      appliesTo: revisions.filter((revision) => citationAt(spec, revision) !== undefined),
    })),
  hostCases: loadHostSuites()
    .flatMap(({ cases }) => cases)
    .filter(({ ring, profile }) => ring !== "profile" && profile === undefined)
    .map((one) => ({ id: one.id, level: levelOf(one) })),
};

/** Rows a server can be held to without a fixture. */
function plainDutiesOfServers(index: readonly Requirement[]): Requirement[] {
  return index.filter(
    ({ level, actor, testable }) =>
      isDuty(level) && (actor === "server" || actor === "both") && (testable === "S0" || testable === "B0"),
  );
}

describe("the ledgers of statements", () => {
  test.each(ledgers)("$revision: every row is held by what exists and applies, or has a reason", (ledger) => {
    expect(ledgerDefects(ledger, loadReasons(), named)).toEqual([]);
  });

  test.each(ledgers)("$revision: every row of the index is there, and no duty rests on recommendations", (ledger) => {
    const index = loadIndex(ledger.revision);
    expect(index.length).toBeGreaterThan(300);
    expect(indexDefects(ledger, index, named)).toEqual([]);
  });

  test.each([...extensions])(
    "of the extension %s: every row is held by what exists and applies, or has a reason",
    (key, ledger) => {
      expect(extensionDefects(ledger, key, loadReasons(), named)).toEqual([]);
      expect(Object.values(extensionIds)).toContain(ledger.extension);
      expect(Object.values(extensionPages)).toContain(ledger.page);
    },
  );

  test("give every reason of the table, and no thin one", () => {
    expect(reasonDefects(loadReasons(), all)).toEqual([]);
  });

  test("name every check of servers, or say what it rests on", () => {
    expect(beyondDefects(loadBeyond(), all, named.checks)).toEqual([]);
  });

  test.each(ledgers)("$revision: most plain duties of servers are checked, wholly or in part", (ledger) => {
    const kinds = plainDutiesOfServers(loadIndex(ledger.revision)).map(({ id }) => kindOf(ledger.rows[id] ?? { pending: "" }));
    expect(kinds.filter((kind) => kind === "held" || kind === "partial").length / kinds.length).toBeGreaterThan(0.75);
  });
});

test.for(revisions)("the index of %s is the one that was made of the specification", (revision, context) => {
  const made = new URL(`${revision}.tsv`, source);
  if (!existsSync(made)) {
    context.skip("its source is not beside the repository; the index itself was tested");
    return;
  }
  const carried = fileURLToPath(new URL(`../../suites/requirements/index/${revision}.tsv`, import.meta.url));
  expect(readFileSync(carried, "utf8")).toBe(readFileSync(made, "utf8"));
});
