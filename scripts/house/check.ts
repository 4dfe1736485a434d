import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { staleness, staleRegistries } from "../registries/write.ts";
import { houseDefects } from "./defects.ts";
import { sourceFiles } from "./imports.ts";
import { pages } from "./pages.ts";
import { readHouse } from "./rooms.ts";
import { slowPatterns } from "./slow-patterns.ts";

/**
 * Holds the source against the plan of the house, `rooms.json`, and its generated files against their folders; a part of
 * `npm run lint`. Exit code 1 and a line per defect.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));

const counts = new Map<string, number>();
for (const folder of ["src", "test", "scripts"])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  )) {
    const room = dirname(join(folder, name));
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }

const house = readHouse();
const files = sourceFiles(root, "src");
const stale: string[] = [];
for (const { path, write } of pages(house, files)) {
  const file = join(root, path);
  const old = existsSync(file) ? readFileSync(file, "utf8") : "";
  if ((await write(old)) !== old) stale.push(`${path}: is not current (npm run house writes it)`);
}

const registries = staleRegistries(root);
if (registries.length > 0) stale.push(staleness(registries));

const slow = files.flatMap(({ path }) => slowPatterns(root, path));
const defects = [...houseDefects(house, files, counts), ...stale, ...slow];
for (const defect of defects) console.error(defect);
console.log(`house: ${counts.size} rooms, ${defects.length === 0 ? "no defect" : `${defects.length} defects`}`);
process.exitCode = defects.length === 0 ? 0 : 1;
