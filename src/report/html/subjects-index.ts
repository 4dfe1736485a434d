import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import type { CollectedRun, Reported } from "../collect-run.ts";
import { docsLink } from "../docs-link.ts";
import { htmlText } from "../text/html-text.ts";
import { subjectLine } from "../text/subject-line.ts";
import { duration } from "../text/words.ts";
import { areaBars, verdictBar } from "./area-bars.ts";
import { pageFrame } from "./page-frame.ts";
import { endOf, errorBlock, errorOf, runFoot, runHead } from "./run-parts.ts";
import { type Standing, standingWords, type SubjectPage } from "./subject-pages.ts";
import { toolbar } from "./toolbar.ts";

/** Most checks that are listed by how many subjects break them. */
const mostChecks = 30;

/** Most subjects that are named beside a check. */
const mostNamed = 8;

/** The page that leads to those of the subjects: how each ended, and what many of them have in common. */
export function subjectsIndex(
  run: CollectedRun,
  findings: readonly Reported[],
  { pages, docsUrl }: { readonly pages: readonly SubjectPage[]; readonly docsUrl: string | undefined },
): string {
  const line = endOf(run, findings);
  const error = errorOf(run);
  const counts = groupBy(pages, ({ standing }) => standing);
  const words = order.flatMap((standing) => {
    const count = counts.get(standing)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${manyWords[standing]}`];
  });
  return pageFrame({
    title: `mcpcheck: ${pages.length} subjects: ${line}`,
    head: [...runHead(run, line), `<p>${pages.length} subjects: ${words.join("; ")}</p>`],
    main: [
      ...(pages.some((page) => page.error !== null && page.error.message === error?.message) ? [] : errorBlock(error)),
      toolbar({
        about: "subjects",
        verdicts: pages.map(({ standing }) => standing),
        labels: manyWords,
        area: { label: "transport", values: pages.map(({ described }) => described.subject.transport) },
        revisions: pages.flatMap(({ described }) => described.revisions),
        opens: false,
      }),
      '<section id="findings" tabindex="-1"><h2 id="subjects">Subjects</h2>',
      '<div class="table" tabindex="0" role="group" aria-labelledby="subjects"><table class="subjects"><thead><tr>',
      '<th scope="col">subject</th><th scope="col">how it ended</th><th scope="col">verdicts</th><th scope="col" class="number">failed</th><th scope="col" class="number">warned</th><th scope="col" class="number">untested</th><th scope="col" class="number">time</th>',
      "</tr></thead><tbody>",
      ...pages.toSorted((one, other) => order.indexOf(one.standing) - order.indexOf(other.standing)).map(row),
      "</tbody></table></div></section>",
      ...common(pages, docsUrl),
      areaBars(findings, { linked: false }),
      ...runFoot(run),
    ],
  });
}

/** What is said of several subjects. */
const manyWords: Readonly<Record<Standing, string>> = {
  fail: "failed",
  error: "could not be judged",
  warn: "conform, with warnings",
  pass: "conform",
};

/** The gravest first. */
const order: readonly Standing[] = ["fail", "error", "warn", "pass"];

function row({ described, findings, standing, error, ms, path }: SubjectPage, position: number): string {
  const { subjectId, subject, revisions } = described;
  const href = path.split("/").map(encodeURIComponent).join("/");
  const causes = findings.filter(({ because }) => because === undefined);
  const count = (verdict: Reported["verdict"]): number => causes.filter((one) => one.verdict === verdict).length;
  const cells = [count("fail"), count("warn"), count("untested"), ms === undefined ? "" : duration(ms)];
  const about = [subjectLine(subject), revisions.join(", "), ...(error === null ? [] : [error.message.slice(0, 200)])];
  const data = `data-verdict="${standing}" data-area="${htmlText(subject.transport)}" data-revisions="${htmlText(revisions.join(" "))}"`;
  return [
    `<tr id="subject-${position + 1}" class="finding ${standing}" ${data}>`,
    `<th scope="row"><a href="${htmlText(href)}">${htmlText(subjectId)}</a><br><span class="dim">${about.filter(Boolean).map(htmlText).join(" · ")}</span></th>`,
    `<td><span class="verdict">${standingWords[standing]}</span></td><td>${verdictBar(findings)}</td>`,
    ...cells.map((cell) => `<td class="number">${cell}</td>`),
    "</tr>",
  ].join("");
}

/** The checks that most subjects fail, and at which. */
function common(pages: readonly SubjectPage[], docsUrl: string | undefined): string[] {
  const broken = pages.flatMap((page) =>
    [...new Set(page.findings.filter(isOwnFault).map(({ check }) => check))].map((check) => ({ check, page })),
  );
  const checks = [...groupBy(broken, ({ check }) => check)].toSorted(([, one], [, other]) => other.length - one.length);
  if (checks.length === 0) return [];
  const titles = new Map(pages.flatMap(({ findings }) => findings.map(({ check, title }) => [check, title] as const)));
  const rows = checks.slice(0, mostChecks).map(([check, at]) => {
    const page = docsLink(docsUrl, check);
    const name = `<code>${htmlText(check)}</code>`;
    const named = at
      .slice(0, mostNamed)
      .map(
        ({ page: { path, described } }) =>
          `<a href="${htmlText(path.split("/").map(encodeURIComponent).join("/"))}">${htmlText(described.subjectId)}</a>`,
      );
    const more = at.length - named.length;
    return `<tr><th scope="row">${page === undefined ? name : `<a href="${htmlText(page)}">${name}</a>`}<br><span class="dim">${htmlText(titles.get(check) ?? "")}</span></th><td class="number">${at.length}</td><td>${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}</td></tr>`;
  });
  const left = checks.length - rows.length;
  return [
    `<section><h2 id="common">What most subjects fail</h2>`,
    '<div class="table" tabindex="0" role="group" aria-labelledby="common"><table><thead><tr><th scope="col">check</th><th scope="col" class="number">subjects</th><th scope="col">which</th></tr></thead><tbody>',
    ...rows,
    "</tbody></table></div>",
    ...(left > 0 ? [`<p class="dim">and ${counted(left, "more check")}</p>`] : []),
    "</section>",
  ];
}

const isOwnFault = ({ verdict, because, known, flaky }: Reported): boolean =>
  verdict === "fail" && because === undefined && known !== true && flaky === undefined;
