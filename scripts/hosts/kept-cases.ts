import type { Finding } from "../../src/check/finding.ts";
import type { HostEvent } from "../../src/check/host/host-event.ts";
import { checks } from "../../src/check/registry.ts";
import { exitCodeOf } from "../../src/run/exit-code.ts";
import { createClientSide } from "../../src/run/host/client-side/client-side.ts";
import type { Report } from "../../test/support/run-cli.ts";
import { isOfClient } from "./host-result.ts";

/** A report of a host, and the trace it was made of, line by line. */
export type KeptRun = { readonly report: Report; readonly trace: string };

/**
 * A kept run with cases that were played anew in the place of those of before, in the report and in the trace. What the run says of the
 * host as a client is judged anew, of all cases as they are now. @throws Error when nothing was played
 */
export function withCases(kept: KeptRun, anew: KeptRun): KeptRun {
  const played = anew.report.findings.filter((one) => !isOfClient(one));
  if (played.length === 0) throw new Error("no case was played anew");
  const replaced = new Map(played.map((one) => [one.check, one]));
  const asHost = kept.report.findings.filter((one) => !isOfClient(one)).map((one) => replaced.get(one.check) ?? one);
  const known = new Set(asHost.map(({ check }) => check));
  const cases = new Map([...casesOf(kept.trace), ...casesOf(anew.trace)]);
  const findings = [...asHost, ...played.filter(({ check }) => !known.has(check)), ...asClient(cases)];
  const [header = ""] = kept.trace.split("\n");
  return {
    report: { ...kept.report, findings, exitCode: endOf(findings) },
    trace: `${[header, ...[...cases.values()].flat()].join("\n")}\n`,
  };
}

/** How `run host` ends that finds this. */
const endOf = (findings: Report["findings"]): number =>
  exitCodeOf({ findings: findings as unknown as readonly Finding[], error: null, stale: [], interrupted: null, failOn: "fail" });

/** The lines of a trace by case: each begins with a step that names it. */
function casesOf(trace: string): ReadonlyMap<string, readonly string[]> {
  const cases = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of trace.split("\n").slice(1)) {
    if (line === "") continue;
    const { kind, scenario } = JSON.parse(line) as { readonly kind: string; readonly scenario?: string };
    if (kind === "step" && scenario !== undefined) cases.set(scenario, (current = []));
    current.push(line);
  }
  return cases;
}

function asClient(cases: ReadonlyMap<string, readonly string[]>): Report["findings"] {
  const side = createClientSide(checks);
  for (const [scenario, kept] of cases)
    side.add(
      kept.flatMap((line): HostEvent[] => {
        const { kind, text } = JSON.parse(line) as { readonly kind: string; readonly text?: string };
        return kind === "frame" && text !== undefined ? [JSON.parse(text) as HostEvent] : [];
      }),
      scenario,
    );
  return side.findings().map(({ finding }) => finding as unknown as Report["findings"][number]);
}
