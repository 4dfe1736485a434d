import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { HostEvent } from "../src/check/host/host-event.ts";
import { checks } from "../src/check/registry.ts";
import { createClientSide } from "../src/run/host/client-side/client-side.ts";
import { loadAdapter, missingNeeds } from "../src/run/host/hosts/adapter.ts";
import { isRevision } from "../src/spec/revision.ts";
import { reviewedHosts } from "../test/peers/reviewed-hosts.ts";
import type { Report } from "../test/support/run-cli.ts";
import { type PagePart, partOfPage } from "./page-part.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/hosts.md";
const reference = "mcpcheck reference host";

/** Time for every case: what is left out for want of it would not be a score. */
const budgetMs = "1500000";

const reviewed = reviewedHosts();

type Judged = { readonly name: string; readonly version: string; readonly what: string; readonly report: Report };

/**
 * Judges the reference host and the installed hosts of `examples/hosts` with the built command line and writes what they score: all
 * of them, or those that are named; what the page has of the others stays, and of those that are not installed here. Reports and
 * traces are kept in `kept`, and a report that is there already is taken for the run, but for cases that `--again` names.
 */
function publishHosts(named: readonly string[], kept: string): void {
  const adapters = readdirSync(`${root}examples/hosts`).filter((one) => one.endsWith(".json"));
  const all = [reference, ...adapters.map((one) => one.replace(/\.json$/, ""))];
  const unknown = named.filter((one) => !all.includes(one));
  if (unknown.length > 0) throw new Error(`no such host: ${unknown.join(", ")} (there are ${all.join(", ")})`);
  const old = readFileSync(`${root}${file}`, "utf8");
  const parts = all.map((name) =>
    named.length === 0 || named.includes(name) ? partNow(name, kept, old) : partOfPage(old, name),
  );
  const rows = parts.flatMap((part) => part.rows).join("\n");
  writeFileSync(`${root}${file}`, `${head(versionHere())}${rows}\n\n${parts.flatMap((part) => part.section).join("\n")}`);
  console.error(`wrote ${file}`);
}

function partNow(name: string, kept: string, old: string): PagePart {
  if (name === reference) {
    const report = judge(name, [], kept);
    return part({ name, version: versionHere(), what: "all profiles, in process", report });
  }
  const path = `examples/hosts/${name}.json`;
  const adapter = loadAdapter(path, root);
  const missing = missingNeeds(adapter);
  if (missing !== undefined) {
    console.error(`${name}: not installed here (${missing}), what the page has of it stays`);
    return partOfPage(old, name);
  }
  const report = judge(name, ["--adapter", path], kept);
  return part({ name, version: adapter.version ?? "", what: adapter.title, report });
}

const part = (judged: Judged): PagePart => ({ rows: [row(judged)], section: [section(judged)] });

function versionHere(): string {
  return (JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { version: string }).version;
}

function judge(name: string, argv: readonly string[], kept: string): Report {
  const place = join(kept, name.replaceAll(" ", "-"));
  if (!existsSync(`${place}.json`)) play(place, argv);
  const report = JSON.parse(readFileSync(`${place}.json`, "utf8")) as Report;
  return again === undefined ? report : withAgain(report, place, again, argv);
}

/**
 * A kept report with cases that were played anew, for those whose judgement has changed; what it says of the host as a client is
 * judged anew, too, from the trace that was kept with it.
 */
function withAgain(report: Report, place: string, named: string, argv: readonly string[]): Report {
  play(`${place}-again`, [...argv, "--check", named]);
  const played = (JSON.parse(readFileSync(`${place}-again.json`, "utf8")) as Report).findings.filter((one) => !isOfClient(one));
  const kept = report.findings.filter((one) => !isOfClient(one) && !played.some(({ check }) => check === one.check));
  const findings = [...kept, ...played, ...ofTrace(`${place}.ndjson`)];
  return { ...report, findings, exitCode: findings.some(({ verdict }) => verdict === "fail") ? 1 : 0 };
}

/** What checks of clients say of the cases of a kept trace: each case counts its events from 1. */
function ofTrace(trace: string): Findings {
  const cases: HostEvent[][] = [];
  for (const line of readFileSync(trace, "utf8").split("\n")) {
    const { kind, text } = (line === "" ? {} : JSON.parse(line)) as { readonly kind?: string; readonly text?: string };
    if (kind !== "frame" || text === undefined) continue;
    const event = JSON.parse(text) as HostEvent;
    if (event.seq === 1) cases.push([]);
    cases.at(-1)?.push(event);
  }
  const side = createClientSide(checks);
  for (const [index, events] of cases.entries()) side.add(events, `case ${index + 1} of the trace`);
  return side.findings().map(({ finding }) => finding as unknown as Findings[number]);
}

function play(place: string, argv: readonly string[]): void {
  console.error(`run host ${argv.join(" ")}`);
  const written = ["--reporter", `json=${place}.json`, "--trace", `${place}.ndjson`];
  const words = [`${root}bin/mcpcheck.js`, "run", "host", ...written, "--budget", budgetMs, ...argv];
  spawnSync(process.execPath, words, { cwd: root, stdio: "ignore" });
}

function head(version: string): string {
  return [
    "# What tool-calling hosts score",
    "",
    `mcpcheck ${version}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:hosts\`; hosts run as installed from their registries, offline, driven by the adapter files of \`examples/hosts\`. A host that is a library is judged together with the short script there. What stands here was read beside its bytes, and why it stays is said below it.`,
    "A fail is a case of the ring *must* (crash, hang, wrong routing, leak), a warning one of the rings *should* and *profile*, which hold what a sound host does, also where the specification leaves it open; *not applicable* are cases for what the adapter does not declare. *As a client* is what the checks of MCP clients say of the sessions it had with its servers in all of these cases, one verdict for each check and revision that came to a conclusion: a fail is a MUST of the specification, a warning a SHOULD.",
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

/** A text without the places of this machine: what lies in this checkout by its path there, other files by their name. */
const elsewhere = (text: string): string =>
  text
    .replaceAll(root, "")
    .replaceAll(/(^|[\s"'(])\/(?:[^/\s"':]+\/)+(?=[^/\s"':]+\.\w)/g, "$1…/")
    .replaceAll(/\/(tmp|home|root)\/\S*/g, "…");

/** What is found of a host as a client is bound to a revision of the protocol, what is found of it as a host to a profile. */
const isOfClient = ({ revision }: Findings[number]): boolean => isRevision(revision);

function section({ name, report }: Judged): string {
  const bad = report.findings.filter(
    ({ verdict, promised }) => verdict === "fail" || verdict === "warn" || (verdict === "untested" && promised),
  );
  const line = ({ check, revision, verdict, message }: Findings[number]): string =>
    `- **${verdict}** \`${check}\`${isRevision(revision) ? ` (${revision})` : ""}: ${asText(elsewhere(message).slice(0, 300))}${why(name, check, verdict)}`;
  const asHost = bad.filter((one) => !isOfClient(one)).map(line);
  const asClient = bad.filter(isOfClient).map(line);
  const nothing = report.error === null ? "Nothing to complain about." : `Not judged: ${asText(report.error.message)}`;
  const client = asClient.length === 0 ? [] : ["", "As a client:", "", ...asClient];
  return [`## ${name}`, "", ...(bad.length === 0 ? [nothing] : [...asHost, ...client]), ""].join("\n");
}

/** Why a verdict is right about a host, as its review says; whoever publishes hears of what nobody has read yet. */
function why(name: string, check: string, verdict: string): string {
  const review = reviewed[name]?.[check];
  if (review?.verdict === verdict) return `\n  ${asText(review.why)}`;
  if (verdict === "untested") return "";
  console.error(`${name}: nobody has reviewed ${verdict} ${check} (test/peers/reviewed-hosts.json)`);
  return "\n  Not reviewed yet.";
}

/** Text that a host may have written, as text and nothing else. */
function asText(message: string): string {
  return elsewhere(message)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_<>|[\]]/g, "\\$&");
}

const { values, positionals } = parseArgs({
  options: { reports: { type: "string" }, again: { type: "string" } },
  allowPositionals: true,
});
const { again } = values;
const reports = resolve(values.reports ?? mkdtempSync(join(tmpdir(), "mcpcheck-hosts-")));
mkdirSync(reports, { recursive: true });
console.error(`reports and traces: ${reports}`);
publishHosts(positionals, reports);
