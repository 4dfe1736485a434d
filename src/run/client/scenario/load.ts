import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../../base/files/package-file.ts";
import { parseJsonFile } from "../../../base/files/parse-json-file.ts";
import type { Promises } from "../../../check/judge.ts";
import { type ClientScenario, type ClientSuite, clientSuite } from "./client-suite.ts";

const folder = packageFile("suites/client/");
const others = new Set(["suite.schema.json", "adapter.schema.json"]);

let loaded: readonly ClientSuite[] | undefined;

/** The suites for clients, by name; read once. @throws McpcheckError `usage` with file and JSON pointer when one is malformed */
export function loadClientSuites(): readonly ClientSuite[] {
  loaded ??= readdirSync(folder)
    .filter((file) => file.endsWith(".json") && !others.has(file))
    .toSorted()
    .map((file) => parseJsonFile(readFileSync(join(folder, file), "utf8"), join(folder, file), clientSuite));
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
