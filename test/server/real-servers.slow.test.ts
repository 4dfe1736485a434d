import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isInstalled, type Peer, peers, readyPeer } from "../peers/peers.ts";
import { oneOf } from "../support/nightly.ts";
import { type Report, runReport } from "../support/run-cli.ts";

type Entry = {
  readonly verdict: "fail" | "warn";
  readonly check: string;
  readonly revision: string;
  readonly inheritedFrom?: string;
};

/** The bad verdicts somebody has read beside the specification, by server, and why each check is right about them. */
type Reviewed = {
  readonly because: Readonly<Record<string, { readonly place: string; readonly why: string }>>;
  readonly servers: Readonly<Record<string, readonly Entry[]>>;
};

const reviewed = JSON.parse(readFileSync(new URL("../peers/reviewed.json", import.meta.url), "utf8")) as Reviewed;

/** What a busy machine can bring about: how long a process takes to start and to end says nothing here. */
const aboutTime = new Set([
  "process.exits-on-eof",
  "process.exits-promptly-on-eof",
  "process.exits-on-term",
  "process.starts-in-time",
]);

const bad = ({ findings }: Report): string[] =>
  findings
    .filter(({ verdict, check }) => (verdict === "fail" || verdict === "warn" || verdict === "error") && !aboutTime.has(check))
    .map(({ verdict, check, revision, inheritedFrom }) =>
      line({ verdict: verdict as "fail", check, revision, ...(inheritedFrom === undefined ? {} : { inheritedFrom }) }),
    )
    .toSorted();

function line({ verdict, check, revision, inheritedFrom }: Entry): string {
  return `${verdict} ${check} (${revision})${inheritedFrom === undefined ? "" : `, inherited from ${inheritedFrom}`}`;
}

const reviewedOf = ({ id }: Peer): string[] => (reviewed.servers[id] ?? []).map(line).toSorted();

async function judged(peer: Peer): Promise<Report> {
  const { argv, end } = await readyPeer(peer);
  try {
    const { report } = await runReport(["run", "server", "--timeout", "30000", "--budget", "240000", ...argv]);
    return report;
  } finally {
    end();
  }
}

const all = peers();
for (const { id } of all.filter((peer) => !isInstalled(peer))) process.stdout.write(`${id}: not installed here, not judged\n`);

describe.concurrent("a real server gets the verdicts that were reviewed, and no other:", () => {
  // Every other one; at night all.
  test.for(oneOf(2, all.filter(isInstalled)))("$id", { timeout: 300_000 }, async (peer) => {
    const report = await judged(peer);
    expect(report.error).toBeNull();
    expect(report.summary.pass).toBeGreaterThan(60);
    expect(bad(report)).toEqual(reviewedOf(peer));
    const promised = report.findings.filter((finding) => finding.verdict === "untested" && finding.promised);
    expect(promised.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  });
});

test("every reviewed verdict has its reason, and every reason a verdict", () => {
  const named = new Set(Object.values(reviewed.servers).flatMap((entries) => entries.map(({ check }) => check)));
  expect([...named].toSorted()).toEqual(Object.keys(reviewed.because).toSorted());
  expect(Object.keys(reviewed.servers).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
