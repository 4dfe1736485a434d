import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { packageFile } from "../../base/files/package-file.ts";
import type { Recordings } from "./example.ts";

/** Where `npm run build` writes what was recorded of the checks: gzipped JSON, by the checks' ids. */
export const recordingsFile = "dist/data/recordings.json.gz";

let read: Readonly<Record<string, Recordings>> | undefined;

/** What was recorded of each check, by id; nothing in a checkout that has not been built. Read once. */
export function loadRecordings(): Readonly<Record<string, Recordings>> {
  const file = packageFile(recordingsFile);
  if (read === undefined && existsSync(file))
    read = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as Readonly<Record<string, Recordings>>;
  return read ?? {};
}
