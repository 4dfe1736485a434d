import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../../src/cli/version.ts";
import { areas } from "./areas.ts";
import { mutateArea } from "./mutate-area.ts";
import { type AreaFound, foundOf, mutationPage } from "./mutation-page.ts";

/**
 * Tries a sample of the mutants of every area and writes which share the tests notice. Options: `--area` (repeatable), only these; the
 * others keep what was found on another day (`reports/published/mutation.json`); `--share` 1 to try all, or another part than
 * scripts/mutation/areas.ts says; `--seed`; `--workers`; `--page`, to write the page of what was found and try nothing.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const page = join(root, "reports/published/mutation.md");
const kept = join(root, "reports/published/mutation.json");
const { values } = parseArgs({
  options: {
    area: { type: "string", multiple: true, default: areas.map(({ name }) => name) },
    share: { type: "string" },
    seed: { type: "string", default: "mcpcheck" },
    workers: { type: "string", default: String(Math.max(1, availableParallelism() - 1)) },
    page: { type: "boolean", default: false },
  },
});

const keptSoFar = (): Record<string, AreaFound> => JSON.parse(readFileSync(kept, "utf8")) as Record<string, AreaFound>;
for (const area of values.page ? [] : areas.filter(({ name }) => values.area.includes(name))) {
  const share = values.share === undefined ? area.share : Number(values.share);
  const score = await mutateArea(area, { share, seed: values.seed, workers: Number(values.workers) });
  // Read only now: another area may have been measured meanwhile.
  const found = { ...keptSoFar(), [area.name]: foundOf(score, new Date().toISOString().slice(0, 10), values.seed) };
  writeFileSync(kept, `${JSON.stringify(found, null, 2)}\n`);
}
const found = keptSoFar();
const made = `mcpcheck ${version()}, Node ${process.versions.node}. Made by \`npm run publish:mutation\`; \`npm run test:mutation\` tries all mutants of a folder or file, and every one each night.`;
const ofAreas = areas.flatMap((area) => {
  const one = found[area.name];
  return one === undefined ? [] : [{ area, ...one }];
});
writeFileSync(page, mutationPage(made, ofAreas));
