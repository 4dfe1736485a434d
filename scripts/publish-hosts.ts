import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAdapter, missingNeeds } from "../src/run/host/hosts/adapter.ts";
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
    "A fail is a case of the ring *must* (crash, hang, wrong routing, leak), a warning one of the rings *should* and *profile*; *not applicable* are cases for what the adapter does not declare.",
    "",
    "| host | version | what | pass | fail | warn | untested | not applicable | exit |",
    "|---|---|---|---:|---:|---:|---:|---:|---:|",
    "",
  ].join("\n");
}

function row({ name, version, what, report: { summary, exitCode } }: Judged): string {
  return `| ${name} | ${version} | ${asText(what)} | ${summary.pass} | ${summary.fail} | ${summary.warn} | ${summary.untested} | ${summary.notApplicable} | ${exitCode} |`;
}

function section({ name, report }: Judged): string {
  const bad = report.findings.filter(
    ({ verdict, promised }) => verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised),
  );
  const lines = bad.map(({ check, verdict, message }) => `- **${verdict}** \`${check}\`: ${asText(message)}`);
  const nothing = report.error === null ? "Nothing to complain about." : `Not judged: ${asText(report.error.message)}`;
  return [`## ${name}`, "", ...(lines.length === 0 ? [nothing] : lines), ""].join("\n");
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
