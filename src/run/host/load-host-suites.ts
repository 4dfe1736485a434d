import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { type HostSuite, hostSuite } from "./host-case.ts";
import { issueText } from "./issue-text.ts";

/** The folder of the host suites; the same from `src/` and from `dist/`. */
const folder = fileURLToPath(new URL("../../../suites/host/", import.meta.url));

/** Files of the folder that are no suites. */
const others = new Set(["behaviours.json", "suite.schema.json", "adapter.schema.json"]);

/** The host suites, by name. @throws McpcheckError `harness` naming file and place when one is malformed */
export function loadHostSuites(): readonly HostSuite[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json") && !others.has(name))
    .toSorted()
    .map((name) => {
      const parsed = hostSuite.safeParse(JSON.parse(readFileSync(join(folder, name), "utf8")));
      if (!parsed.success) throw new McpcheckError("harness", `suites/host/${name}${issueText(parsed.error)}`);
      return parsed.data;
    });
}
