import { type HostReview, reviewOf } from "../../test/peers/reviewed-hosts.ts";
import type { HostFault, HostResult } from "./host-result.ts";

/** What a page is made of. */
export type HostsPage = {
  readonly results: readonly HostResult[];
  readonly reviews: Readonly<Record<string, readonly HostReview[]>>;
};

/** The page of hosts: a row for each, and below what is wrong with it, each with the reason why that stays. */
export function hostsPage({ results, reviews }: HostsPage): string {
  const sections = results.map((result) => section(result, reviews[result.host] ?? []));
  return `${head}${results.map(row).join("\n")}\n\n${sections.join("\n")}`;
}

/** What nobody has reviewed yet, a line each. */
export function notReviewed({ results, reviews }: HostsPage): readonly string[] {
  return results.flatMap(({ host, faults }) =>
    faults
      .filter((fault) => fault.verdict !== "untested" && reviewOf(reviews[host] ?? [], fault) === undefined)
      .map(({ check, revision = "", verdict }) => `${host}: nobody has reviewed ${verdict} ${check} ${revision}`.trimEnd()),
  );
}

const head = [
  "# What tool-calling hosts score",
  "",
  "Made by `npm run publish:hosts`, of a result for each host (`reports/published/hosts/`); hosts run as installed from their registries, with an empty home, telemetry and updates off, driven by the adapter files of `examples/hosts`. A host that is a library is judged together with the short script there. What stands here was read beside its bytes, and why it stays is said below it.",
  "A fail is a case of the ring *must* (crash, hang, wrong routing, leak), a warning one of the rings *should* and *profile*, which hold what a sound host does, also where the specification leaves it open; *not applicable* are cases for what the adapter does not declare. *As a client* is what the checks of MCP clients say of the sessions it had with its servers in all of these cases, one verdict for each check and revision that came to a conclusion: a fail is a MUST of the specification, a warning a SHOULD.",
  "",
  "| host | version | what | judged | pass | fail | warn | untested | not applicable | as a client: pass | fail | warn | exit |",
  "|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
  "",
].join("\n");

function row({ host, version, title, judged, cases, asClient, exitCode }: HostResult): string {
  const ofHost = [cases.pass, cases.fail, cases.warn, cases.untested, cases["not-applicable"]];
  const cells = [host, version, asText(title), judged.date, ...ofHost, asClient.pass, asClient.fail, asClient.warn, exitCode];
  return `| ${cells.join(" | ")} |`;
}

function section({ host, judged, inapplicable, faults }: HostResult, reviews: readonly HostReview[]): string {
  const asHost = lines(
    faults.filter(({ revision }) => revision === undefined),
    reviews,
  );
  const asClient = lines(
    faults.filter(({ revision }) => revision !== undefined),
    reviews,
  );
  const bad = faults.length === 0 ? ["Nothing to complain about."] : asHost;
  const client = asClient.length === 0 ? [] : ["", "As a client:", "", ...asClient];
  const by = `Judged on ${judged.date} by mcpcheck ${judged.mcpcheck} on Node ${judged.node}.${leftOut(inapplicable)}`;
  return [`## ${host}`, "", by, "", ...bad, ...client, ""].join("\n");
}

/** What the cases need that do not apply. */
function leftOut(counts: HostResult["inapplicable"]): string {
  const named = Object.entries(counts ?? {}).map(([need, count]) => `${need} (${count})`);
  return named.length === 0 ? "" : ` Cases that do not apply need ${named.join(", ")}; one may need several.`;
}

/** A line for each verdict; what a check says at several revisions for one reason is told once. */
function lines(faults: readonly HostFault[], reviews: readonly HostReview[]): readonly string[] {
  const groups = new Map<string, { readonly first: HostFault; readonly why: string | undefined; readonly at: string[] }>();
  for (const fault of faults) {
    const { check, verdict, revision } = fault;
    const why = reviewOf(reviews, fault)?.why ?? (verdict === "untested" ? undefined : "Not reviewed yet.");
    const key = JSON.stringify([verdict, check, why]);
    const group = groups.get(key) ?? { first: fault, why, at: [] };
    if (revision !== undefined) group.at.push(revision);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first: { verdict, check, message }, why, at }) => {
    const told = `- **${verdict}** \`${check}\`${at.length === 0 ? "" : ` (${at.join(", ")})`}: ${asText(message)}`;
    return why === undefined ? told : `${told}\n  ${asText(why)}`;
  });
}

/** Text that a host may have written, as text and nothing else. */
const asText = (message: string): string => message.replace(/\s+/g, " ").replace(/[\\`*_<>|[\]]/g, "\\$&");
