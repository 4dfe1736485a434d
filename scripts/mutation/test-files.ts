import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The test files that are named, of any tier, and those of the fast tier in folders that are; from the root of the project, sorted. */
export function testFiles(places: readonly string[], root: string): string[] {
  const found = places.flatMap((place) =>
    statSync(join(root, place)).isFile()
      ? [place]
      : readdirSync(join(root, place), { recursive: true, withFileTypes: true })
          .filter(({ name }) => name.endsWith(".test.ts") && !name.endsWith(".slow.test.ts"))
          .map(({ parentPath, name }) => relative(root, join(parentPath, name))),
  );
  return [...new Set(found)].toSorted();
}

/** What the ids of the tests in a file begin with. */
export const idsOf = (file: string): string => `${file}: `;

/** Whether the test of an id is in a file: a new process loads no other. */
export const isIn = (id: string, file: string): boolean => id.startsWith(idsOf(file));
