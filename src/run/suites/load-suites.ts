import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Promises } from "../../check/judge.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJson } from "../../base/json/parse-json.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import type { Suite } from "../../suite/scenario.ts";
import { suiteSchema } from "../../suite/suite-schema.ts";
import { packageFile } from "../../base/files/package-file.ts";
import { isValidated } from "./validated-suites.ts";

/** Where the suites of mcpcheck itself are, in a checkout as in an installed package. */
export const builtinSuites = packageFile("suites/");

/** The folders below it that hold suites of scenarios; the cases of other kinds of subject have forms of their own. */
const subjectFolders = ["server"] as const;

/** The suites of a directory, sorted by id, and what their scenarios promise. */
export type LoadedSuites = { readonly suites: readonly Suite[]; readonly promises: Promises };

/**
 * Reads and validates `<directory>/<subject>/*.json`.
 * @throws McpcheckError `usage` with file and JSON pointer for a file that is not a suite, and for ids that occur twice
 */
export function loadSuites(directory: string = builtinSuites): LoadedSuites {
  const loaded = suiteFiles(directory).map((file) => ({ file, suite: parseSuite(readFileSync(file, "utf8"), file) }));
  refuseTwice(loaded.map(({ file, suite }) => ({ file, id: suite.id, what: "suite" })));
  refuseTwice(
    loaded.flatMap(({ file, suite }) => suite.scenarios.map((scenario) => ({ file, id: scenario.id, what: "scenario" }))),
  );
  const suites = loaded.map(({ suite }) => suite).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { suites, promises: promisesOf(suites) };
}

/** The files that `loadSuites` reads, by their paths. */
export const suiteFiles = (directory: string = builtinSuites): string[] =>
  subjectFolders.flatMap((folder) => jsonFilesIn(join(directory, folder)));

/** The suite that a text is; `file` names it in errors. */
export function parseSuite(text: string, file: string): Suite {
  // Its schema only looks: what has passed it is what was parsed.
  if (isValidated(text)) return parseJson(text, file) as Suite;
  return parseJsonFile(text, file, suiteSchema);
}

/** Which scenarios promise a conclusion on a check, by check id. */
export function promisesOf(suites: readonly Suite[]): Promises {
  const promises = new Map<string, string[]>();
  for (const scenario of suites.flatMap((suite) => suite.scenarios)) {
    for (const check of new Set(scenario.exercises)) promises.set(check, [...(promises.get(check) ?? []), scenario.id]);
  }
  return promises;
}

function jsonFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => join(folder, entry.name))
    .toSorted();
}

/** Scenario ids name events of a trace: one id must mean one scenario. */
function refuseTwice(named: readonly { readonly file: string; readonly id: string; readonly what: string }[]): void {
  const seen = new Map<string, string>();
  for (const { file, id, what } of named) {
    const before = seen.get(id);
    if (before !== undefined)
      throw new McpcheckError("usage", `${file}: the ${what} ${id} is already in ${before}; give it another id`);
    seen.set(id, file);
  }
}
