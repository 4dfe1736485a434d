import { counted } from "../../base/counted.ts";
import type { Reported } from "../collect-run.ts";
import { merged } from "../merged.ts";
import type { Paint } from "../text/paint.ts";
import { visible } from "../../base/visible.ts";
import { groupBy } from "../../base/group-by.ts";
import { areaOf } from "../text/words.ts";

/** What every server on the same library does alike: one block per library, one line per behaviour. */
export function inheritedBlocks(findings: readonly Reported[], paint: Paint): string[] {
  return [...groupBy(findings, (finding) => finding.inheritedFrom ?? "")].map(([sdk, group]) => {
    const lines = merged(group).map(({ first, revisions }) =>
      [
        `  ${first.verdict}  ${first.check}  ${paint("dim", `${first.level} · ${revisions.join(", ")}`)}`,
        `        ${visible(first.message)}`,
        `        ${paint("cyan", first.spec)}`,
        `        ${paint("dim", visible(first.repro))}`,
      ].join("\n"),
    );
    return `${paint("bold", `inherited from ${sdk}`)} (${counted(lines.length, "finding")}: every server built on it behaves so)\n${lines.join("\n")}\n`;
  });
}

/** The findings a baseline lists, in one line each. */
export function knownBlock(findings: readonly Reported[], paint: Paint): string[] {
  if (findings.length === 0) return [];
  const lines = merged(findings).map(
    ({ first, revisions }) =>
      `  ${first.verdict}  ${first.check}  ${paint("dim", revisions.join(", "))}  ${visible(first.message)}`,
  );
  return [`${paint("bold", "known")} (listed in the baseline, do not count)\n${lines.join("\n")}\n`];
}

/** What was not tested and why, by reason; what a scenario had promised stands first, since it counts against the run. */
export function untestedBlock(findings: readonly Reported[], paint: Paint): string[] {
  const untested = findings.filter((finding) => finding.verdict === "untested");
  if (untested.length === 0) return [];
  const promised = untested.filter((finding) => finding.promised);
  const others = untested.filter((finding) => !finding.promised);
  const lines = [
    ...(promised.length === 0
      ? []
      : [paint("yellow", `  promised by a scenario that ran, so they count against the run: ${promised.length}`)]),
    ...reasonLines(promised),
    ...(promised.length === 0 || others.length === 0 ? [] : [`  the others: ${others.length}`]),
    ...reasonLines(others),
  ];
  return [
    `${paint("bold", "untested")} (${counted(untested.length, "verdict")}: not exercised in this run)\n${lines.join("\n")}\n`,
  ];
}

function reasonLines(findings: readonly Reported[]): string[] {
  return [...groupBy(findings, (finding) => finding.message)].map(
    ([reason, group]) => `    ${visible(reason)}: ${[...new Set(group.map((finding) => finding.check))].join(", ")}`,
  );
}

/** Most reasons of `not applicable` that are listed; the json report has them all. */
const reasonsShown = 5;

/** Verdicts nobody has to act on, as counts: passes by area, not-applicable by its most frequent reasons. */
export function countBlocks(findings: readonly Reported[], paint: Paint): string[] {
  const passed = findings.filter((finding) => finding.verdict === "pass");
  const spared = findings.filter((finding) => finding.verdict === "not-applicable");
  const areas = counts(passed, (finding) => areaOf(finding.check));
  const reasons = counts(spared, (finding) => visible(finding.message));
  const rest = reasons.length - reasonsShown;
  const lines = [...reasons.slice(0, reasonsShown), ...(rest > 0 ? [`and for ${counted(rest, "other reason")}`] : [])];
  return [
    ...(passed.length === 0 ? [] : [`${paint(["bold", "green"], "passed")} ${passed.length}: ${areas.join(", ")}\n`]),
    ...(spared.length === 0
      ? []
      : [`${paint("bold", "not applicable")} ${spared.length}\n${lines.map((line) => `    ${line}\n`).join("")}`]),
  ];
}

function counts(findings: readonly Reported[], keyOf: (finding: Reported) => string): string[] {
  return [...groupBy(findings, keyOf)]
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([key, group]) => `${key} ${group.length}`);
}
