import { availableParallelism } from "node:os";
import { version } from "../../src/cli/version.ts";
import type { Report } from "../../test/support/run-cli.ts";

/** One round over all servers: the load of the machine at its end, and of each server its verdicts by check and revision. */
export type Round = { readonly load: number; readonly verdicts: ReadonlyMap<string, ReadonlyMap<string, string>> };

/** The verdicts of a report by check and revision, with how the run ended; of one that ended without a verdict only that. */
export function verdictsOf({ findings, exitCode, error }: Report): ReadonlyMap<string, string> {
  if (error !== null) return new Map([[wholeRun, "not judged"]]);
  return new Map([
    ...findings.map(({ check, revision, verdict }) => [`${check} (${revision})`, verdict] as const),
    [wholeRun, `exit code ${exitCode}`],
  ]);
}

/** In the place of a check: how a run ended. */
export const wholeRun = "the run";

/** What was not the same in all rounds, one line for each server and check. */
export function differences(ids: readonly string[], rounds: readonly Round[]): string[] {
  return ids.flatMap((id) => differing(id, rounds).map(({ check, seen }) => `${id}: ${check}: ${counted(seen)}`));
}

/** The checks of a server whose verdicts differ, with the verdict in each round. */
function differing(id: string, rounds: readonly Round[]): { check: string; seen: readonly string[] }[] {
  const checks = new Set(rounds.flatMap(({ verdicts }) => [...(verdicts.get(id)?.keys() ?? [])]));
  const verdictIn = (check: string, { verdicts }: Round): string =>
    verdicts.get(id)?.get(check) ?? verdicts.get(id)?.get(wholeRun) ?? "not judged";
  return [...checks]
    .map((check) => ({ check, seen: rounds.map((round) => verdictIn(check, round)) }))
    .filter(({ check, seen }) => new Set(check === wholeRun ? seen : seen.filter((one) => one !== "not judged")).size > 1);
}

function counted(seen: readonly string[]): string {
  return [...new Set(seen)].map((verdict) => `${verdict} × ${seen.filter((one) => one === verdict).length}`).join(", ");
}

/** The verdict most rounds agree on. */
function usual(seen: readonly string[]): string | undefined {
  const count = (verdict: string): number => seen.filter((one) => one === verdict).length;
  return seen.toSorted((a, b) => count(b) - count(a))[0];
}

/** Beside what the servers were judged: how many busy loops, and how many of them at once, as they were asked for. */
export type Beside = { readonly loops: string; readonly beside: string };

/** The page: a row for each server and a column for each run, and what differed. */
export function steadinessPage(ids: readonly string[], rounds: readonly Round[], { loops, beside }: Beside): string {
  const noise = loops === "0" ? "on a machine that was busy with other work" : `beside ${loops} busy loops`;
  const rows = ids.map((id) => {
    const found = differing(id, rounds);
    const cells = rounds.map(
      (_round, index) =>
        found.filter(({ check, seen }) => seen[index] !== usual(seen) && (check === wholeRun || seen[index] !== "not judged"))
          .length,
    );
    const size = Math.max(...rounds.map(({ verdicts }) => verdicts.get(id)?.size ?? 0));
    return `| ${id} | ${size} | ${cells.map((count) => (count === 0 ? "same" : `**${count} differ**`)).join(" | ")} |`;
  });
  const alike = ids.filter((id) => differing(id, rounds).length === 0).length;
  const told = differences(ids, rounds);
  return [
    "# Whether verdicts depend on the weather",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:steadiness\`.`,
    "",
    `Every server was judged ${rounds.length} times ${noise}, ${beside} at once, on ${availableParallelism()} cores (load after each round: ${rounds.map(({ load }) => load.toFixed(0)).join(", ")}). *same* says that every verdict of a run, and its exit code, was the one most runs came to. ${alike} of ${ids.length} servers got the same verdicts every time.`,
    "",
    `| server | verdicts | ${rounds.map((_round, index) => index + 1).join(" | ")} |`,
    `|---|---:|${"---|".repeat(rounds.length)}`,
    ...rows,
    "",
    ...(told.length === 0 ? [] : ["What differed:", "", ...told.map((line) => `- ${line}`), ""]),
  ].join("\n");
}
