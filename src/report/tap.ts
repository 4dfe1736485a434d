import { countsAgainst } from "../run/exit-code.ts";
import { type FailOn, failOnOf } from "../run/fail-on.ts";
import { collectRun, type Reported, reported } from "./collect-run.ts";
import { flakyNote } from "./text/flaky-note.ts";
import type { Reporter } from "./reporter.ts";
import { visible } from "../base/visible.ts";

/**
 * TAP 14 (https://testanything.org/tap-version-14-specification.html). What does not count against the run is `ok`;
 * what could not be tested, does not apply or is known carries a directive, so that no consumer takes it for a pass.
 */
export function tapReporter(): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const findings = reported(run);
    const failOn = failOnOf(run.started);
    const stale = run.finished?.stale ?? [];
    yield `TAP version 14\n1..${findings.length + stale.length}\n`;
    for (const notice of run.notices) yield `# ${visible(notice)}\n`;
    for (const [index, finding] of findings.entries()) yield testPoint(index + 1, finding, failOn);
    for (const [index, { entry, why }] of stale.entries())
      yield `not ok ${findings.length + index + 1} - ${description(`stale baseline entry ${entry.check}`)}\n${diagnostics({ message: why })}`;
    const error = run.finished === undefined ? "the run broke off before its end" : run.finished.error?.message;
    if (error !== undefined) yield `Bail out! ${visible(error)}\n`;
  };
}

function testPoint(number: number, finding: Reported, failOn: FailOn): string {
  const bad = finding.verdict === "error" || (finding.because === undefined && countsAgainst(finding, failOn));
  const known = finding.known === true && finding.verdict !== "pass";
  const flaky = bad || known ? undefined : flakyNote(finding);
  const ok = !bad && !((known || flaky !== undefined) && finding.verdict === "fail" && finding.because === undefined);
  const name = description(`${finding.check} at ${finding.revision}: ${finding.title}`);
  const line = `${ok ? "ok" : "not ok"} ${number} - ${name}${directive(finding, bad, known ? "known, listed in the baseline" : flaky)}\n`;
  if (finding.verdict === "pass" || finding.verdict === "not-applicable") return line;
  const { verdict, level, message, spec, repro } = finding;
  return `${line}${diagnostics({ verdict, level, message, spec, repro })}`;
}

function directive(finding: Reported, bad: boolean, excuse: string | undefined): string {
  if (finding.because !== undefined) return ` # SKIP follows from ${description(finding.because)}`;
  if (excuse !== undefined) return ` # TODO ${excuse}`;
  if (bad || (finding.verdict !== "untested" && finding.verdict !== "not-applicable")) return "";
  return ` # SKIP ${finding.verdict}: ${description(finding.message)}`;
}

/** A `#` would begin a directive, a backslash an escape. */
function description(text: string): string {
  return visible(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

/** A YAML block of strings, each as JSON, which is YAML too. */
function diagnostics(members: Readonly<Record<string, string>>): string {
  const lines = Object.entries(members).map(([name, value]) => `  ${name}: ${JSON.stringify(visible(value))}\n`);
  return `  ---\n${lines.join("")}  ...\n`;
}
