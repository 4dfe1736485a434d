import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAdapter, missingNeeds } from "../src/run/host/hosts/adapter.ts";
import { isRevision } from "../src/spec/revision.ts";
import type { Report } from "../test/support/run-cli.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/hosts.md";

/** Time for every case: what is left out for want of it would not be a score. */
const budgetMs = "1500000";

type Judged = { readonly name: string; readonly version: string; readonly what: string; readonly report: Report };

/** Judges the reference host and every installed host of `examples/hosts` with the built command line and writes what they score. */
function publishHosts(): void {
  const { version } = JSON.parse(spawnSync("npm", ["pkg", "get", "version", "name"], { encoding: "utf8", cwd: root }).stdout) as {
    version: string;
  };
  const judged: Judged[] = [{ name: "mcpcheck reference host", version, what: "all profiles, in process", report: judge([]) }];
  for (const name of readdirSync(`${root}examples/hosts`).filter((one) => one.endsWith(".json"))) {
    const adapter = loadAdapter(`examples/hosts/${name}`, root);
    const missing = missingNeeds(adapter);
    if (missing !== undefined) console.error(`${adapter.id}: not installed here (${missing}), left out`);
    else
      judged.push({
        name: adapter.id,
        version: adapter.version ?? "",
        what: adapter.title,
        report: judge(["--adapter", `examples/hosts/${name}`]),
      });
  }
  writeFileSync(`${root}${file}`, `${head(version)}${judged.map(row).join("\n")}\n\n${judged.map(section).join("\n")}`);
  console.error(`wrote ${file}`);
}

function judge(argv: readonly string[]): Report {
  console.error(`run host ${argv.join(" ")}`);
  const { stdout } = spawnSync(
    process.execPath,
    [`${root}bin/mcpcheck.js`, "run", "host", "--budget", budgetMs, "--reporter", "json", ...argv],
    {
      encoding: "utf8",
      cwd: root,
      maxBuffer: 1 << 28,
    },
  );
  return JSON.parse(stdout) as Report;
}

function head(version: string): string {
  return [
    "# What tool-calling hosts score",
    "",
    `mcpcheck ${version}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:hosts\`; hosts run as installed from their registries, offline, driven by the adapter files of \`examples/hosts\`. A host that is a library is judged together with the short script there.`,
    "A fail is a case of the ring *must* (crash, hang, wrong routing, leak), a warning one of the rings *should* and *profile*; *not applicable* are cases for what the adapter does not declare. *As a client* is what the checks of MCP clients say of the sessions it had with its servers in all of these cases, one verdict for each check and revision that came to a conclusion: a fail is a MUST of the specification, a warning a SHOULD.",
    "",
    "| host | version | what | pass | fail | warn | untested | not applicable | as a client: pass | fail | warn | exit |",
    "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    "",
  ].join("\n");
}

function row({ name, version, what, report: { findings, exitCode } }: Judged): string {
  const [asHost, asClient] = [false, true].map((wanted) => findings.filter((one) => isOfClient(one) === wanted));
  const count = (list: Findings, verdict: string): number => list.filter((one) => one.verdict === verdict).length;
  const ofHost = ["pass", "fail", "warn", "untested", "not-applicable"].map((verdict) => count(asHost ?? [], verdict));
  const ofClient = ["pass", "fail", "warn"].map((verdict) => count(asClient ?? [], verdict));
  return `| ${[name, version, asText(what), ...ofHost, ...ofClient, exitCode].join(" | ")} |`;
}

type Findings = Report["findings"];

/** What is found of a host as a client is bound to a revision of the protocol, what is found of it as a host to a profile. */
const isOfClient = ({ revision }: Findings[number]): boolean => isRevision(revision);

function section({ name, report }: Judged): string {
  const bad = report.findings.filter(
    ({ verdict, promised }) => verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised),
  );
  const line = ({ check, revision, verdict, message }: Findings[number]): string =>
    `- **${verdict}** \`${check}\`${isRevision(revision) ? ` (${revision})` : ""}: ${asText(message)}`;
  const asHost = bad.filter((one) => !isOfClient(one)).map(line);
  const asClient = bad.filter(isOfClient).map(line);
  const nothing = report.error === null ? "Nothing to complain about." : `Not judged: ${asText(report.error.message)}`;
  const client = asClient.length === 0 ? [] : ["", "As a client:", "", ...asClient];
  return [`## ${name}`, "", ...(bad.length === 0 ? [nothing] : [...asHost, ...client]), ""].join("\n");
}

/** Text that a host may have written, as text and nothing else, cut where it gets long; paths of this machine are shortened. */
function asText(message: string): string {
  return message
    .replaceAll(root, "")
    .replace(/\/(tmp|home|root)\/\S*/g, "…")
    .replace(/\s+/g, " ")
    .slice(0, 300)
    .replace(/[\\`*_<>|[\]]/g, "\\$&");
}

publishHosts();
