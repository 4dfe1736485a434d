import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { packageFile } from "../src/base/files/package-file.ts";
import { recordingsFile } from "../src/cli/explain/load-recordings.ts";
import { allRecordings } from "./examples/all-recordings.ts";

/**
 * Writes what `mcpcheck explain` shows of the recorded traces, a part of `npm run build`: the lines that decide, for the traces
 * themselves are no part of the package.
 */
const file = packageFile(recordingsFile);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, gzipSync(JSON.stringify(allRecordings()), { level: 9 }));
