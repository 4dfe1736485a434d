import { packageFolder } from "../../../base/files/package-folder.ts";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import type { Promises } from "../../../check/judge.ts";
import { type ClientScenario, type ClientSuite, clientSuite } from "./client-suite.ts";

let loaded: readonly ClientSuite[] | undefined;

/** The suites for clients, by name; read once. @throws McpcheckError `usage` with file and JSON pointer when one is malformed */
export function loadClientSuites(): readonly ClientSuite[] {
  if (loaded !== undefined) return loaded;
  const { names, text, fileOf } = packageFolder("suites/client");
  // Those in the folders within are of another kind.
  loaded = names.filter((name) => !name.includes("/")).map((name) => parseJsonFile(text(name), fileOf(name), clientSuite));
  return loaded;
}

/** What a driver, a trace and a finding call a scenario. */
export const scenarioName = (suite: Pick<ClientSuite, "id">, scenario: Pick<ClientScenario, "id">): string =>
  `${suite.id}.${scenario.id}`;

/** Which scenarios for clients promise a conclusion on a check, by check id. */
export function clientPromises(suites: readonly ClientSuite[]): Promises {
  const promises = new Map<string, string[]>();
  for (const suite of suites)
    for (const scenario of suite.scenarios)
      for (const check of new Set(scenario.exercises))
        promises.set(check, [...(promises.get(check) ?? []), scenarioName(suite, scenario)]);
  return promises;
}
