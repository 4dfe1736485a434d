import { describe, expect, test } from "vitest";
import { type ClientPeer, type ClientTransport, clientPeers, isClientInstalled } from "../peers/client-peers.ts";
import { reviewedClients } from "../peers/reviewed-clients.ts";
import { nightly } from "../support/nightly.ts";
import { type Report, runReport } from "../support/run-cli.ts";

/** One revision over one transport, each in turn, shows that the verdicts are those; at night all are judged. */
const onlyRevisions = nightly ? [] : ["--spec", "2025-11-25"];
const played = ({ transports }: ClientPeer, place: number): readonly ClientTransport[] =>
  transports.filter((_one, index) => nightly || index === place % transports.length);

const reviewed = reviewedClients();
const all = clientPeers();
for (const { id } of all.filter((peer) => !isClientInstalled(peer)))
  process.stdout.write(`${id}: not installed here, not judged\n`);

const bad = ({ findings }: Report): string[] =>
  findings
    .filter(
      ({ verdict, promised, because }) =>
        because === undefined &&
        (verdict === "fail" || verdict === "warn" || verdict === "error" || (verdict === "untested" && promised)),
    )
    .map(({ verdict, check, revision }) => `${verdict} ${check} (${revision})`)
    .toSorted();

/** The reviewed verdicts over one transport, at the revisions a run has judged. */
function expected({ id }: ClientPeer, transport: ClientTransport, judged: readonly string[]): string[] {
  return (reviewed.clients[id] ?? [])
    .filter(({ transports }) => transports.includes(transport))
    .flatMap(({ verdict, check, revisions }) =>
      revisions.filter((one) => judged.includes(one)).map((revision) => `${verdict} ${check} (${revision})`),
    )
    .toSorted();
}

describe("a real client gets the verdicts that were reviewed, and no other:", () => {
  const cases = all
    .filter(isClientInstalled)
    .flatMap((peer, place) => played(peer, place).map((transport) => ({ peer, transport, id: peer.id })));
  test.for(cases)("$id, $transport", { timeout: 300_000 }, async ({ peer, transport }) => {
    const limits = ["--timeout", "30000", "--budget", "240000"];
    const { report } = await runReport([
      "run",
      "client",
      "--transport",
      transport,
      ...limits,
      ...onlyRevisions,
      "--",
      ...peer.command,
    ]);
    expect(report.error).toBeNull();
    expect(report.revisions).toContain("2025-11-25");
    expect(report.summary.pass).toBeGreaterThan(25);
    expect(bad(report)).toEqual(expected(peer, transport, report.revisions));
  });
});

test("every reviewed verdict has its reason, and every reason a verdict", () => {
  const named = new Set(Object.values(reviewed.clients).flatMap((entries) => entries.map(({ check }) => check)));
  expect([...named].toSorted()).toEqual(Object.keys(reviewed.because).toSorted());
  expect(Object.keys(reviewed.clients).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
