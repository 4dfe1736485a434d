import type { RunRow } from "../../fleet/result-rows.ts";

/** What is said when a fleet is told to end. */
export const draining = "no other server is begun; those under way are waited for (once more to end them at once)\n";

/** A line about a server that has its result. */
export function resultLine({ server, exitCode, error, summary: counts, ms }: RunRow): string {
  const said =
    error === null
      ? `${exitCode === 0 ? "conforms" : "findings"}: ${counts["fail"] ?? 0} failed, ${counts["warn"] ?? 0} warned, ${counts["pass"] ?? 0} passed`
      : `could not be judged: ${error.message.split("\n")[0]}`;
  return `${server}: ${said}, ${(ms / 1000).toFixed(1)} s`;
}
