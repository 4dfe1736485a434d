import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../../../src/check/check.ts";

const folder = join(import.meta.dirname, "../../../fixtures/golden/altered");

/** Where it is kept what checks of an area come to when their traces are altered. */
export const alteredFile = ({ id, subject }: Check): string => join(folder, subject, `${id.split(".")[0]}.txt`);

/** What is kept of a check: the lines of its traces. */
export function alteredBefore(check: Check): string[] {
  const file = alteredFile(check);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`${check.id}/`));
}
