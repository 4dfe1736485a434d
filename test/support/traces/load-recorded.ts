import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../../../src/check/check.ts";
import { parseRecorded } from "./parse-recorded.ts";
import type { Recorded } from "./recorded.ts";

/** Where the recorded traces of all checks are: `<subject>/<area>/<check id>.traces`. */
export const recordedFolder = join(import.meta.dirname, "../../../fixtures/traces");

/** The file with the recorded traces of a check, whether it is there or not. */
export function recordedFile({ id, subject }: Pick<Check, "id" | "subject">): string {
  const [area = ""] = id.split(".");
  return join(recordedFolder, subject, area, `${id}.traces`);
}

/** The recorded traces of a check; none where nobody has added any. @throws Error with file and line for a file that is broken */
export function loadRecorded(check: Pick<Check, "id" | "subject">): Recorded {
  const file = recordedFile(check);
  return existsSync(file) ? parseRecorded(readFileSync(file, "utf8"), file) : { traces: new Map() };
}

/** Every file of recorded traces. */
export function recordedFiles(): string[] {
  return readdirSync(recordedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith(".traces"))
    .map(({ parentPath, name }) => join(parentPath, name));
}
