import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { version } from "../src/cli/version.ts";
import { loadAdapter, missingNeeds } from "../src/run/host/hosts/adapter.ts";
import { reviewedHosts } from "../test/peers/reviewed-hosts.ts";
import { type HostResult, hostResults, resultOf, resultsFolder } from "./hosts/host-result.ts";
import { hostsPage, notReviewed } from "./hosts/hosts-page.ts";
import { judgeHost } from "./hosts/judge-host.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/hosts.md";

const { values, positionals } = parseArgs({
  options: { reports: { type: "string" }, again: { type: "string" }, page: { type: "boolean", default: false } },
  allowPositionals: true,
});

/**
 * Judges the reference host and the installed hosts of `examples/hosts` with the built command line, all of them or those that are named, and
 * writes what each scores into a file of its own; then the page, of all that are there. Options: `--reports`, a folder in which reports and
 * traces are kept, and a report that is there already is taken for the run; `--again`, cases to play anew beside what is kept there;
 * `--page`, to write the page alone. Ends with 1 where nobody has reviewed what the page says.
 */
function publishHosts(): void {
  // A host without pins is not open source: what is found of it stays with whoever runs it.
  const pins = readdirSync(`${root}examples/hosts/pins`);
  const all = ["reference", ...pins.map((one) => one.replace(/\.json$/, ""))];
  const unknown = positionals.filter((one) => !all.includes(one));
  if (unknown.length > 0) throw new Error(`no such host: ${unknown.join(", ")} (there are ${all.join(", ")})`);
  if (!values.page) judgeAll(positionals.length === 0 ? all : positionals);
  const page = { results: hostResults(), reviews: reviewedHosts() };
  writeFileSync(`${root}${file}`, hostsPage(page));
  console.error(`wrote ${file}`);
  const open = notReviewed(page);
  for (const line of open) console.error(`${line} (test/peers/hosts/)`);
  if (open.length > 0) process.exitCode = 1;
}

function judgeAll(hosts: readonly string[]): void {
  const kept = resolve(values.reports ?? mkdtempSync(join(tmpdir(), "mcpcheck-hosts-")));
  mkdirSync(kept, { recursive: true });
  console.error(`reports and traces: ${kept}`);
  for (const host of hosts) {
    const result = judged(host, kept);
    if (result !== undefined) writeFileSync(`${resultsFolder}${host}.json`, `${JSON.stringify(result, null, 2)}\n`);
  }
}

function judged(host: string, kept: string): HostResult | undefined {
  const place = join(kept, host);
  const about = {
    host,
    judged: { date: new Date().toISOString().slice(0, 10), mcpcheck: version(), node: process.versions.node },
  };
  const { again } = values;
  const more = again === undefined ? {} : { again };
  if (host === "reference") {
    const title = "mcpcheck reference host, all profiles, in process";
    return resultOf({ ...about, title, version: version() }, judgeHost({ place, argv: [], ...more }));
  }
  const path = `examples/hosts/${host}.json`;
  const adapter = loadAdapter(path, root);
  const missing = missingNeeds(adapter);
  if (missing !== undefined) {
    console.error(`${host}: not installed here (${missing}), what is known of it stays`);
    return undefined;
  }
  const report = judgeHost({ place, argv: ["--adapter", path], ...more });
  return resultOf({ ...about, title: adapter.title, version: adapter.version ?? "" }, report);
}

publishHosts();
