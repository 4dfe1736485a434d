import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ClientPeer, type ClientTransport, clientPeers, isClientInstalled } from "../test/peers/client-peers.ts";
import { peerVersion } from "../test/peers/peer-version.ts";
import { reviewedClients } from "../test/peers/reviewed-clients.ts";
import type { Report } from "../test/support/run-cli.ts";
import { type PagePart, partOfPage } from "./page-part.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/clients.md";

/** Time for every scenario at every revision: what is left out for want of it would not be a score. */
const budgetMs = "1800000";

/** Time for a client that loads for seconds on a machine that does other things, too. */
const timeoutMs = "30000";

const { because, clients: reviewed } = reviewedClients();

type Judged = { readonly peer: ClientPeer; readonly transport: ClientTransport; readonly report: Report };
type Finding = Report["findings"][number];

/**
 * Judges installed clients with the built command line, at every revision they speak, and writes what they score: all of them, or
 * those that are named; what the page has of the others stays. Reports and traces are kept in `kept`, and a report that is there
 * already is taken for the run: what takes an hour can be stopped, read, and gone on with.
 */
function publishClients(named: readonly string[], kept: string): void {
  const all = clientPeers();
  const unknown = named.filter((id) => !all.some((peer) => peer.id === id));
  if (unknown.length > 0)
    throw new Error(`no such client: ${unknown.join(", ")} (there are ${all.map(({ id }) => id).join(", ")})`);
  const old = readFileSync(`${root}${file}`, "utf8");
  const parts = all.map((peer) =>
    named.length === 0 || named.includes(peer.id) ? partNow(peer, kept) : partOfPage(old, peer.id),
  );
  writeFileSync(
    `${root}${file}`,
    `${head()}${parts.flatMap(({ rows }) => rows).join("\n")}\n\n${parts.flatMap((part) => part.section).join("\n")}`,
  );
  console.error(`wrote ${file}`);
}

function partNow(peer: ClientPeer, kept: string): PagePart {
  if (!isClientInstalled(peer)) {
    console.error(`${peer.id}: not installed here, left out`);
    return { rows: [], section: [] };
  }
  const reports = peer.transports.map((transport): Judged => ({ peer, transport, report: judge(peer, transport, kept) }));
  return { rows: reports.map(row), section: [section(peer.id, reports)] };
}

function judge({ id, command }: ClientPeer, transport: ClientTransport, kept: string): Report {
  const place = join(kept, `${id.replaceAll(" ", "-")}-${transport}`);
  if (!existsSync(`${place}.json`)) {
    console.error(`${id}, ${transport}`);
    const written = ["--reporter", `json=${place}.json`, "--trace", `${place}.ndjson`];
    const limits = ["--spec", "all", "--budget", budgetMs, "--timeout", timeoutMs, "--transport", transport];
    const words = [`${root}bin/mcpcheck.js`, "run", "client", ...written, ...limits, "--", ...command];
    spawnSync(process.execPath, words, { cwd: root, stdio: "ignore" });
  }
  return JSON.parse(readFileSync(`${place}.json`, "utf8")) as Report;
}

function head(): string {
  const { version } = JSON.parse(spawnSync("npm", ["pkg", "get", "version", "name"], { encoding: "utf8", cwd: root }).stdout) as {
    version: string;
  };
  return [
    "# What real clients score",
    "",
    `mcpcheck ${version}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:clients\`; clients run unmodified, as installed from their registries, each with its driver of \`examples/clients\`, against servers that speak one revision each (\`--spec all\`).`,
    "A fail is a violated MUST, a warning a violated SHOULD; *untested* says that the exchange that would show it did not happen. What stands here was read beside the specification, and why it stays is said below it; a library is judged together with its driver.",
    "",
    "| client | version | transport | revisions | pass | fail | warn | untested | not applicable | exit |",
    "|---|---|---|---|---:|---:|---:|---:|---:|---:|",
    "",
  ].join("\n");
}

function row({ peer, transport, report: { revisions, summary, exitCode } }: Judged): string {
  return `| ${peer.id} | ${peerVersion(peer)} | ${transport} | ${revisions.join(", ")} | ${summary.pass} | ${summary.fail} | ${summary.warn} | ${summary.untested} | ${summary.notApplicable} | ${exitCode} |`;
}

/** What is bad about one client: a line for each verdict, check and message, with all transports and revisions it came at. */
function section(id: string, judged: readonly Judged[]): string {
  const groups = new Map<string, { readonly first: Finding; readonly at: Map<ClientTransport, string[]> }>();
  for (const { transport, report } of judged) {
    const causes = report.findings.filter((finding) => finding.because === undefined);
    for (const finding of causes.filter(({ verdict }) => isBad(verdict))) {
      const key = JSON.stringify([finding.verdict, finding.check, finding.message]);
      const group = groups.get(key) ?? { first: finding, at: new Map<ClientTransport, string[]>() };
      group.at.set(transport, [...(group.at.get(transport) ?? []), finding.revision]);
      groups.set(key, group);
    }
  }
  const lines = [...groups.values()].map(({ first: { verdict, check, spec, message }, at }) => {
    const where = [...at].map(([transport, revisions]) => `${transport}: ${revisions.join(", ")}`).join("; ");
    const isReviewed = verdict !== "untested" || isPromiseReviewed(id, check);
    const why = isReviewed ? `\n  ${reason(id, check)}` : "";
    return `- **${verdict}** [\`${check}\`](${spec}) (${where}): ${asText(message)}${consequences(check, judged)}${why}`;
  });
  const errors = judged.flatMap(({ transport, report: { error } }) =>
    error === null ? [] : [`Not judged over ${transport}: ${asText(error.message)}`],
  );
  const body = [...errors, ...lines];
  return [`## ${id}`, "", ...(body.length === 0 ? ["Nothing to complain about."] : body), ""].join("\n");
}

/** What only follows from it: one fault is told once. */
function consequences(check: string, judged: readonly Judged[]): string {
  const following = judged.flatMap(({ report }) => report.findings).filter((finding) => finding.because === check);
  const ids = [...new Set(following.map((finding) => `\`${finding.check}\``))];
  return ids.length === 0 ? "" : ` From it follows: ${ids.join(", ")}.`;
}

/** Whether somebody has read why a promised check could not be shown of a client. */
const isPromiseReviewed = (id: string, check: string): boolean =>
  (reviewed[id] ?? []).some((one) => one.verdict === "untested" && one.check === check);

const isBad = (verdict: string): boolean => ["fail", "warn", "error", "untested"].includes(verdict);

/** Why a check is right about it, as the review says; whoever publishes hears of what nobody has read yet. */
function reason(id: string, check: string): string {
  const why = because[check]?.why;
  if (why === undefined) console.error(`${id}: nobody has reviewed ${check} (test/peers/reviewed-clients.json)`);
  return why === undefined ? "Not reviewed yet." : asText(why);
}

/** Text that a client may have written, as text and nothing else; paths of this machine are shortened. */
function asText(message: string): string {
  return message
    .replaceAll(root, "")
    .replace(/\s+/g, " ")
    .replace(/[\\`*_<>|[\]]/g, "\\$&");
}

const { values, positionals } = parseArgs({ options: { reports: { type: "string" } }, allowPositionals: true });
const reports = resolve(values.reports ?? mkdtempSync(join(tmpdir(), "mcpcheck-clients-")));
mkdirSync(reports, { recursive: true });
console.error(`reports and traces: ${reports}`);
publishClients(positionals, reports);
