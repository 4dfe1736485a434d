import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Report } from "../test/support/run-cli.ts";
import { isInstalled, type Peer, readyPeer } from "../test/peers/peers.ts";
import { peerVersion } from "../test/peers/peer-version.ts";
import { publishedPeers } from "../test/peers/published-peers.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/servers.md";
/** The reports with their evidence, for whoever reads a verdict beside the bytes; not kept in the repository. */
const kept = `${root}reports/servers/`;

/** Judges every installed peer with the built command line and writes what it scores, with the versions that were there. */
async function publishServers(): Promise<void> {
  const sections: string[] = [];
  const rows: string[] = [];
  for (const peer of publishedPeers()) {
    if (!isInstalled(peer)) {
      console.error(`${peer.id}: not installed here, left out`);
      continue;
    }
    console.error(peer.id);
    const report = await judge(peer);
    rows.push(row(peer, report));
    sections.push(section(peer, report));
  }
  writeFileSync(`${root}${file}`, `${head()}${rows.join("\n")}\n\n${sections.join("\n")}`);
  console.error(`wrote ${file}`);
}

async function judge(peer: Peer): Promise<Report> {
  const { argv, end } = await readyPeer(peer);
  try {
    const { stdout } = spawnSync(process.execPath, [`${root}bin/mcpcheck.js`, "run", "server", "--reporter", "json", ...argv], {
      encoding: "utf8",
      cwd: root,
      maxBuffer: 1 << 28,
    });
    mkdirSync(kept, { recursive: true });
    writeFileSync(`${kept}${peer.id.replaceAll(/[^\w.-]+/g, "-")}.json`, stdout);
    return JSON.parse(stdout) as Report;
  } finally {
    end();
  }
}

function head(): string {
  const { version } = JSON.parse(spawnSync("npm", ["pkg", "get", "version", "name"], { encoding: "utf8", cwd: root }).stdout) as {
    version: string;
  };
  return [
    "# What real servers score",
    "",
    `mcpcheck ${version}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:servers\`; servers run unmodified, as installed from their registries, without a hints file.`,
    "A fail is a violated MUST, a warning a violated SHOULD or a practice users ask for; *untested* says that the exchange that would show it did not happen.",
    "",
    "| server | version | revisions | pass | fail | warn | untested | exit |",
    "|---|---|---|---:|---:|---:|---:|---:|",
    "",
  ].join("\n");
}

function row(peer: Peer, { revisions, summary, exitCode }: Report): string {
  return `| ${peer.id} | ${peerVersion(peer)} | ${revisions.join(", ")} | ${summary.pass} | ${summary.fail} | ${summary.warn} | ${summary.untested} | ${exitCode} |`;
}

function section(peer: Peer, report: Report): string {
  const bad = report.findings.filter(
    ({ verdict, promised }) => verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised),
  );
  const lines = bad.map(
    ({ check, verdict, revision, message, spec, inheritedFrom }) =>
      `- **${verdict}** [\`${check}\`](${spec}) (${revision})${inheritedFrom === undefined ? "" : `, inherited from ${inheritedFrom}`}: ${asText(message)}`,
  );
  const body =
    report.error === null
      ? lines.length === 0
        ? ["Nothing to complain about."]
        : lines
      : [`Not judged: ${asText(report.error.message)}`];
  return [`## ${peer.id}`, "", ...body, ""].join("\n");
}

/** Text that a server may have written, as text and nothing else; paths of this machine are shortened. */
function asText(message: string): string {
  return message
    .replaceAll(root, "")
    .replace(/\s+/g, " ")
    .replace(/[\\`*_<>|[\]]/g, "\\$&");
}

await publishServers();
