import type { HostSuite } from "../../src/run/host/case/host-case.ts";

/** The suites for hosts as Markdown sections, each with the number of its cases; docs/hosts.md ends with them. */
export function hostSuiteSections(suites: readonly HostSuite[]): string {
  return suites.map(({ id, title, cases }) => `### ${id}\n\n${title}: ${cases.length} cases.\n`).join("\n");
}
