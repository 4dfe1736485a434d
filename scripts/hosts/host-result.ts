import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isRevision } from "../../src/spec/revision.ts";
import type { Report } from "../../test/support/run-cli.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Where what hosts score is kept, a file for each: the page is made of them. */
export const resultsFolder = `${root}reports/published/hosts/`;

const verdicts = ["pass", "fail", "warn", "untested", "not-applicable"] as const;

/** What is wrong with a host, in a case, or as a client at a revision of the protocol. */
export type HostFault = {
  readonly check: string;
  readonly revision?: string;
  readonly verdict: "fail" | "warn" | "untested";
  readonly message: string;
};

/** What one host scored when it was last judged, and by what; `inapplicable` counts by what a case needs that the host does not have. */
export type HostResult = {
  readonly host: string;
  readonly title: string;
  readonly version: string;
  readonly judged: { readonly date: string; readonly mcpcheck: string; readonly node: string };
  readonly exitCode: number;
  readonly cases: Readonly<Record<(typeof verdicts)[number], number>>;
  readonly asClient: Readonly<Record<"pass" | "fail" | "warn", number>>;
  readonly inapplicable?: Readonly<Record<string, number>>;
  readonly faults: readonly HostFault[];
};

type Findings = Report["findings"];

/** What is found of a host as a client is bound to a revision of the protocol, what is found of it as a host to a profile. */
export const isOfClient = ({ revision }: { readonly revision?: string }): boolean => isRevision(revision);

/** What of a report is published: counts, and what is wrong, without anything of the machine it was made on. */
export function resultOf(about: Pick<HostResult, "host" | "title" | "version" | "judged">, report: Report): HostResult {
  const asHost = report.findings.filter((one) => !isOfClient(one));
  const asClient = report.findings.filter(isOfClient);
  const count = (list: Findings, verdict: string): number => list.filter((one) => one.verdict === verdict).length;
  return {
    ...about,
    exitCode: report.exitCode,
    cases: Object.fromEntries(verdicts.map((one) => [one, count(asHost, one)])) as HostResult["cases"],
    asClient: { pass: count(asClient, "pass"), fail: count(asClient, "fail"), warn: count(asClient, "warn") },
    inapplicable: inapplicable(asHost),
    faults: report.findings.flatMap(faultOf),
  };
}

function faultOf({ check, revision, verdict, message, promised }: Findings[number]): HostFault[] {
  if (verdict !== "fail" && verdict !== "warn" && !(verdict === "untested" && promised)) return [];
  const at = isRevision(revision) ? { revision } : {};
  return [{ check, ...at, verdict, message: elsewhere(message).slice(0, 300) }];
}

/** How many cases need what the host does not have; a case may need several things. */
function inapplicable(findings: Findings): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { verdict, message } of findings) {
    if (verdict !== "not-applicable") continue;
    const missing = /^the host does not have: (.*)$/.exec(message)?.[1]?.split(", ");
    for (const one of missing ?? [otherReason(message)]) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b)));
}

/** Why a case says nothing of a host, in the words of the page. */
function otherReason(message: string): string {
  if (message.includes("real time")) return "time to pass";
  return message.includes("the profile") ? "another profile" : "another wire, or no tools of its own";
}

/** A text without this machine: what lies in this checkout by its path there, other files by their name, processes without number. */
export const elsewhere = (text: string): string =>
  text
    .replaceAll(root, "")
    .replaceAll(/(^|[\s"'(])\/(?:[^/\s"':]+\/)+(?=[^/\s"':]+\.\w)/g, "$1…/")
    .replaceAll(/\/(tmp|home|root)\/\S*/g, "…")
    .replaceAll(/\bprocess \d+\b/g, "a process");

/** All results that are kept, the reference host first, the others by name. */
export function hostResults(): readonly HostResult[] {
  const order = ({ host }: HostResult): string => (host === "reference" ? "" : host);
  return readdirSync(resultsFolder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(`${resultsFolder}${name}`, "utf8")) as HostResult)
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}
