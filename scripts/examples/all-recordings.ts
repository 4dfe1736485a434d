import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { modelChecks } from "../../src/check/model/model-checks.ts";
import type { ModelEvent } from "../../src/check/model/model-event.ts";
import { checks } from "../../src/check/registry.ts";
import type { Example, Recordings, Sighting } from "../../src/cli/explain/example.ts";
import { reviewedClients } from "../../test/peers/reviewed-clients.ts";
import { loadRecorded } from "../../test/support/traces/load-recorded.ts";
import { exampleOf, modelExampleOf, mostBad } from "./recordings.ts";

const modelFixtures = fileURLToPath(new URL("../../fixtures/model", import.meta.url));

/** What was recorded of every check of servers, clients and inference servers, by id. */
export function allRecordings(): Readonly<Record<string, Recordings>> {
  const seen = sightings();
  const protocol = checks.map((check) => {
    const told = [...loadRecorded(check).traces].map(([name, trace]) => exampleOf(check, name, trace));
    return [check.id, { ...sorted(told), ...(seen.has(check.id) ? { seen: seen.get(check.id) } : {}) }] as const;
  });
  const models = modelChecks.map((check) => {
    const folder = join(modelFixtures, check.id);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".ndjson")) : [];
    const told = names
      .toSorted()
      .map((name) => modelExampleOf(check, name.replace(".ndjson", ""), modelTrace(join(folder, name))));
    return [check.id, sorted(told)] as const;
  });
  return Object.fromEntries([...protocol, ...models]);
}

function modelTrace(file: string): ModelEvent[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as ModelEvent);
}

function sorted(told: readonly (Example | undefined)[]): Pick<Recordings, "good" | "bad"> {
  const of = (outcome: string, most: number): Example[] =>
    told
      .filter((one) => one !== undefined)
      .filter(({ name, lines }) => name.startsWith(outcome) && lines.length > 0)
      .slice(0, most);
  return { good: of("satisfied", 1), bad: of("violated", mostBad) };
}

/** The clients that were found to violate a check, by its id. */
function sightings(): Map<string, Sighting> {
  const { because, clients } = reviewedClients();
  const found = new Map<string, Sighting>();
  for (const [check, { why }] of Object.entries(because)) {
    const verdicts = Object.entries(clients).filter(([, all]) =>
      all.some((one) => one.check === check && one.verdict !== "untested"),
    );
    if (verdicts.length > 0) found.set(check, { subjects: verdicts.map(([client]) => client).toSorted(), why });
  }
  return found;
}
