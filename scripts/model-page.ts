import type { Finding } from "../src/check/finding.ts";
import { modelChecks } from "../src/check/model/model-checks.ts";
import type { SubjectEvent } from "../src/run/subject-job.ts";

/** A table of how families fared on an inference server, one row for each way they were played. */
export function modelTable(events: readonly SubjectEvent[]): string {
  const rounds = [...new Set(findingsOf(events).map(({ revision }) => revision))];
  return [
    "| family | path | pass | fail | warn | not applicable | scenarios | not played |",
    "|---|---|---:|---:|---:|---:|---:|---:|",
    ...rounds.map((round) => row(round, events)),
    "",
    "",
  ].join("\n");
}

function findingsOf(events: readonly SubjectEvent[]): Finding[] {
  return events.flatMap((event) => (event.type === "finding" ? [event.finding] : []));
}

function row(round: string, events: readonly SubjectEvent[]): string {
  const count = (...verdicts: Finding["verdict"][]): number =>
    findingsOf(events).filter(({ revision, verdict }) => revision === round && verdicts.includes(verdict)).length;
  const scenarios = events.filter((event) => event.type === "scenario.finished" && event.revision === round);
  const skipped = scenarios.filter((event) => event.type === "scenario.finished" && event.skipped !== null);
  const [family, path] = round.split("/");
  return `| ${family} | ${path} | ${count("pass")} | ${count("fail")} | ${count("warn")} | ${count("not-applicable", "untested")} | ${scenarios.length} | ${skipped.length} |`;
}

/** The findings, check by check: what several families share is told once. */
export function modelSections(events: readonly SubjectEvent[]): string {
  const bad = findingsOf(events).filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const left = events.flatMap((event) => (event.type === "notice" ? [`- ${asText(event.message)}`] : []));
  const parts = modelChecks.flatMap((check) => {
    const found = bad.filter((finding) => finding.check === check.id);
    if (found.length === 0) return [];
    const lines = found.map(({ revision, verdict, message }) => `- **${verdict}** ${revision}: ${asText(message)}`);
    return [`## \`${check.id}\` (${check.level})\n\n${check.title}.\n\n${lines.join("\n")}\n`];
  });
  return [...parts, ...(left.length === 0 ? [] : [`## Not judged\n\n${left.join("\n")}\n`])].join("\n");
}

/** Text that a server or model may have written, as text and nothing else, cut where it gets long. */
function asText(message: string): string {
  return message
    .replace(/\s+/g, " ")
    .slice(0, 320)
    .replace(/[\\`*_<>|[\]]/g, "\\$&");
}
