import { basename } from "node:path";
import { dataFolder, type DataFolder, packageFolder } from "../../../base/files/package-folder.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { type HostSuite, hostSuite } from "./host-case.ts";
import { isValidated } from "../../suites/validated-suites.ts";
import { issueText } from "./issue-text.ts";

const loaded = new Map<string, readonly HostSuite[]>();

/** The host suites, by name, or those of a folder; read once. @throws McpcheckError `harness` naming file and place when one is malformed */
export function loadHostSuites(directory = ""): readonly HostSuite[] {
  const suites =
    loaded.get(directory) ??
    (directory === "" ? read(packageFolder("suites/host"), "host") : read(dataFolder(directory), basename(directory)));
  loaded.set(directory, suites);
  return suites;
}

function read(folder: DataFolder, title: string): readonly HostSuite[] {
  return folder.names
    .filter((name) => !name.includes("/"))
    .map((name) => parseHostSuite(folder.text(name), `suites/${title}/${name}`));
}

/** The host suite that a text is; `file` names it in errors. @throws McpcheckError `harness` with the place, where it is malformed */
export function parseHostSuite(text: string, file: string): HostSuite {
  // Its schema only looks: what has passed it is what was parsed.
  if (isValidated(text)) return JSON.parse(text) as HostSuite;
  const parsed = hostSuite.safeParse(JSON.parse(text));
  if (!parsed.success) throw new McpcheckError("harness", `${file}${issueText(parsed.error)}`);
  return parsed.data;
}
