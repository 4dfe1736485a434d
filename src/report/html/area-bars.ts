import { groupBy } from "../../base/group-by.ts";
import { counted } from "../../base/counted.ts";
import type { Reported } from "../collect-run.ts";
import { htmlText } from "../text/html-text.ts";
import { areaOf } from "../text/words.ts";

/** Most revisions that get a column each; parsers are judged by dozens of formats. */
const mostColumns = 6;

/**
 * A bar for each area and revision: where it fails, where it warns, how much was tested; each leads to its findings where these are on
 * the same page (`linked`).
 */
export function areaBars(findings: readonly Reported[], { linked = true }: { readonly linked?: boolean } = {}): string {
  const judged = findings.filter(({ verdict }) => verdict !== "not-applicable");
  if (judged.length === 0) return "";
  const revisions = [...new Set(judged.map(({ revision }) => revision))].toSorted();
  const columns = revisions.length <= mostColumns ? revisions : [""];
  const areas = [...groupBy(judged, ({ check }) => areaOf(check))].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const rows = areas.map(([area, group]) => {
    const cells = columns.map((revision) =>
      cell(
        area,
        revision,
        group.filter((one) => revision === "" || one.revision === revision),
        linked,
      ),
    );
    return `<tr><th scope="row"><code>${htmlText(area)}</code></th>${cells.join("")}</tr>`;
  });
  const heads = columns.map((revision) => `<th scope="col">${revision === "" ? "all" : htmlText(revision)}</th>`).join("");
  return [
    '<section><h2 id="areas">Areas</h2>',
    `<p class="key dim">${parts.map(({ name, words }) => `<span><i class="b-${name}" style="background:var(--bar-${name})"></i>${words}</span>`).join("")}</p>`,
    `<div class="table" tabindex="0" role="group" aria-labelledby="areas"><table><thead><tr><th scope="col">area</th>${heads}</tr></thead>`,
    `<tbody>\n${rows.join("\n")}\n</tbody></table></div></section>`,
  ].join("\n");
}

const parts = [
  { name: "fail", verdicts: ["fail", "error"], words: "failed" },
  { name: "warn", verdicts: ["warn"], words: "warned" },
  { name: "pass", verdicts: ["pass"], words: "passed" },
  { name: "none", verdicts: ["untested"], words: "untested" },
] as const satisfies readonly {
  readonly name: string;
  readonly verdicts: readonly Reported["verdict"][];
  readonly words: string;
}[];

/** How many of the findings have which verdict, those that occur, the gravest first. */
function countsOf(findings: readonly Reported[]): readonly ((typeof parts)[number] & { readonly count: number })[] {
  return parts
    .map((part) => {
      const verdicts: readonly string[] = part.verdicts;
      return { ...part, count: findings.filter(({ verdict }) => verdicts.includes(verdict)).length };
    })
    .filter(({ count }) => count > 0);
}

/** The verdicts of findings as one bar. */
export function verdictBar(findings: readonly Reported[]): string {
  return `<span class="bar">${countsOf(findings)
    .map(({ name, count }) => `<i class="b-${name}" style="flex:${count}"></i>`)
    .join("")}</span>`;
}

function cell(area: string, revision: string, findings: readonly Reported[], linked: boolean): string {
  if (findings.length === 0) return '<td class="dim">not applicable</td>';
  const some = countsOf(findings);
  const [first] = some;
  const words = first?.name === "pass" || first === undefined ? `${first?.count ?? 0} passed` : `${first.count} ${first.words}`;
  const about = `${area}${revision === "" ? "" : ` at ${revision}`}, ${counted(findings.length, "check")}: ${some.map(({ count, words: of }) => `${count} ${of}`).join(", ")}`;
  const inside = `<b>${words} of ${findings.length}</b>${verdictBar(findings)}<span class="unseen">${htmlText(about)}</span>`;
  if (!linked) return `<td><span class="cell">${inside}</span></td>`;
  const query = new URLSearchParams({
    area,
    ...(revision === "" ? {} : { revision }),
    verdicts: "fail warn error untested pass",
  });
  return `<td><a class="cell" href="#?${htmlText(query.toString())}">${inside}</a></td>`;
}
