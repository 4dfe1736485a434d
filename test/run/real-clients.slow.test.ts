import { describe, expect, test } from "vitest";
import { type ClientPeer, type ClientTransport, clientPeers, isClientInstalled } from "../peers/client-peers.ts";
import { reviewedClients } from "../peers/reviewed-clients.ts";
import { loadClientSuites } from "../../src/run/client/scenario/load.ts";
import { nightly, oneOf } from "../support/nightly.ts";
import { type Report, runReport } from "../support/run-cli.ts";

/**
 * Every client starts a hundred times and more for each revision and transport. A twelfth of the scenarios, another one for each client in
 * turn, at one revision over one transport shows that no client gets a verdict nobody has reviewed; at night all are played, and all
 * verdicts that were reviewed have to come.
 */
const onlyRevisions = nightly ? [] : ["--spec", "2025-11-25"];
const played = ({ transports }: ClientPeer, place: number): readonly ClientTransport[] =>
  oneOf(transports.length, transports, place);
const scenarios = loadClientSuites().flatMap((suite) => suite.scenarios.map(({ id }) => `${suite.id}/${id}`));
const onlyScenarios = (place: number): readonly string[] => (nightly ? [] : ["--suite", oneOf(12, scenarios, place).join()]);

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

describe(`a real client gets ${nightly ? "the verdicts that were reviewed, and no other" : "no verdict that was not reviewed"}:`, () => {
  const cases = all
    .filter(isClientInstalled)
    .flatMap((peer, place) => played(peer, place).map((transport) => ({ peer, transport, place, id: peer.id })));
  test.for(cases)("$id, $transport", { timeout: 300_000 }, async ({ peer, transport, place }) => {
    const limits = ["--timeout", "30000", "--budget", "240000"];
    const { report } = await runReport([
      "run",
      "client",
      "--transport",
      transport,
      ...limits,
      ...onlyRevisions,
      ...onlyScenarios(place),
      "--",
      ...peer.command,
    ]);
    expect(report.error).toBeNull();
    expect(report.revisions).toContain("2025-11-25");
    expect(report.summary.pass).toBeGreaterThan(25);
    const reviewedHere = expected(peer, transport, report.revisions);
    const found = bad(report);
    const held = nightly ? found : found.filter((one) => !reviewedHere.includes(one));
    expect(held).toEqual(nightly ? reviewedHere : []);
  });
});

test("every reviewed verdict has its reason, and every reason a verdict", () => {
  const named = new Set(Object.values(reviewed.clients).flatMap((entries) => entries.map(({ check }) => check)));
  expect([...named].toSorted()).toEqual(Object.keys(reviewed.because).toSorted());
  expect(Object.keys(reviewed.clients).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
