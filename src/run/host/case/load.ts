import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { type HostSuite, hostSuite } from "./host-case.ts";
import { issueText } from "./issue-text.ts";
import { packageFile } from "../../../base/files/package-file.ts";

/** The folder of the host suites; the same from `src/` and from `dist/`. */
const folder = packageFile("suites/host/");

/** Files of the folder that are not suites. */
const others = new Set(["suite.schema.json", "adapter.schema.json"]);

const loaded = new Map<string, readonly HostSuite[]>();

/** The host suites, by name; a folder is read once. @throws McpcheckError `harness` naming file and place when one is malformed */
export function loadHostSuites(directory: string = folder): readonly HostSuite[] {
  const suites = loaded.get(directory) ?? read(directory);
  loaded.set(directory, suites);
  return suites;
}

function read(directory: string): readonly HostSuite[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".json") && !others.has(name))
    .toSorted()
    .map((name) => {
      const parsed = hostSuite.safeParse(JSON.parse(readFileSync(join(directory, name), "utf8")));
      if (!parsed.success) throw new McpcheckError("harness", `suites/${basename(directory)}/${name}${issueText(parsed.error)}`);
      return parsed.data;
    });
}
