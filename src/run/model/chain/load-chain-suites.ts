import { createRequire } from "node:module";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filledIn } from "../../host/case/case-values.ts";
import type { HostCase, HostSuite } from "../../host/case/host-case.ts";
import { loadHostSuites } from "../../host/case/load.ts";
import { packageFile } from "../../../base/files/package-file.ts";

/** The folder of the suites in which a host, real servers and a model play together. */
const folder = packageFile("suites/host-model/");

/** Where published MCP servers are, by the name after @modelcontextprotocol/. */
const servers = ["server-everything", "server-filesystem", "server-memory"] as const;

/** The suites of the full chain, with the programs of the servers filled in where they are installed. */
export function loadChainSuites(): readonly HostSuite[] {
  const values = Object.fromEntries(servers.flatMap((name) => [[`npm:${name}`, programOf(name) ?? missing(name)]]));
  return loadHostSuites(folder).map((suite) => filledIn(suite, { node: process.execPath, ...values }));
}

const missingMark = "(not installed) ";
const missing = (name: string): string => `${missingMark}@modelcontextprotocol/${name}`;

/** Why a case cannot be run here: a server it needs is not installed. */
export function missingServers({ servers: needed = [] }: HostCase): readonly string[] {
  return needed
    .flatMap(({ command = [] }) => command)
    .flatMap((word) => (word.startsWith(missingMark) ? [word.slice(missingMark.length)] : []));
}

/** The program of a package, found as Node would from here. */
function programOf(name: string): string | undefined {
  const paths = createRequire(import.meta.url).resolve.paths("x") ?? [];
  for (const path of paths) {
    const file = join(path, "@modelcontextprotocol", name, "package.json");
    if (!existsSync(file)) continue;
    const { bin } = JSON.parse(readFileSync(file, "utf8")) as { readonly bin?: string | Readonly<Record<string, string>> };
    const program = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
    if (program !== undefined) return join(dirname(file), program);
  }
  return undefined;
}
