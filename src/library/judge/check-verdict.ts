import type { Report, ReportFinding } from "../../report/report.ts";
import { countsAgainst } from "../../run/exit-code.ts";
import { failOnOf } from "../../run/fail-on.ts";

/** What a report says of one check, over all revisions. */
export type CheckVerdict =
  | { readonly kind: "passed" }
  | { readonly kind: "warned" | "failed" | "skipped"; readonly message: string };

/** The verdict on a check: failed where one finding counts against the server, skipped where none came to a conclusion. */
export function verdictOn(report: Report, check: string, strict: boolean): CheckVerdict {
  const findings = report.findings.filter((finding) => finding.check === check);
  const against = findings.filter((finding) => finding.verdict === "error" || countsAgainst(finding, failOnOf({ strict })));
  if (against.length > 0) return { kind: "failed", message: against.map(findingText).join("\n\n") };
  const warned = findings.filter(({ verdict }) => verdict === "warn");
  if (warned.length > 0) return { kind: "warned", message: warned.map(findingText).join("\n\n") };
  if (findings.some(({ verdict }) => verdict === "pass")) return { kind: "passed" };
  const reasons = new Set(findings.map(({ verdict, message }) => `${verdict}: ${message}`));
  return { kind: "skipped", message: reasons.size === 0 ? "not judged" : [...reasons].join("; ") };
}

/** The findings that count against what was judged, as a text for a failing test; empty where there are none. */
export function failureText(report: Report, strict: boolean): string {
  return report.findings
    .filter(
      (finding) => finding.because === undefined && (finding.verdict === "error" || countsAgainst(finding, failOnOf({ strict }))),
    )
    .map(findingText)
    .join("\n\n");
}

function findingText({ verdict, check, level, revision, title, message, wire = [], spec, advice, repro }: ReportFinding): string {
  const marks = { sent: "→", received: "←", harness: "·" } as const;
  return [
    `${verdict} ${check} (${level}, ${revision}): ${title}`,
    `  saw:   ${message}`,
    ...wire.map(({ direction, seq, text }) => `    ${marks[direction]} #${seq} ${text.trimEnd().replaceAll("\n", "\n      ")}`),
    `  spec:  ${spec}`,
    `  fix:   ${advice}`,
    `  again: ${repro}`,
  ].join("\n");
}
