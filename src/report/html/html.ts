import { type CollectedRun, collectRun, type Reported, reported } from "../collect-run.ts";
import type { Reporter, ReporterOptions } from "../reporter.ts";
import { subjectLine } from "../text/subject-line.ts";
import { addresses } from "./finding-block.ts";
import { findingsMain } from "./findings-main.ts";
import { pageFrame } from "./page-frame.ts";
import { endOf, errorOf, runFoot, runHead } from "./run-parts.ts";
import { subjectPages, subjectsFolder } from "./subject-pages.ts";
import { subjectSection } from "./subject-section.ts";
import { subjectsIndex } from "./subjects-index.ts";

/** Most subjects that one page shows: with more, each has a page of its own. */
const mostOnOnePage = 20;

/**
 * One page that a colleague can open from a file; of many subjects an index, and a folder beside it with a page for each. Nothing is
 * loaded from anywhere, and what a server wrote is only ever text.
 */
export function htmlReporter({ docsUrl, file, beside }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const findings = reported(run);
    if (file === undefined || beside === undefined) {
      yield runPage(run, findings, docsUrl);
      return;
    }
    const index = file.split(/[\\/]/).at(-1) ?? file;
    const many = run.subjects.length > mostOnOnePage;
    const pages = many ? subjectPages(run, findings, { index, docsUrl }) : [];
    for (const { path, text } of pages) beside.write(path, text());
    beside.keepOnly(subjectsFolder(index), new Set(pages.map(({ path }) => path)));
    yield many ? subjectsIndex(run, findings, { pages, docsUrl }) : runPage(run, findings, docsUrl);
  };
}

/** A whole run as one page. */
function runPage(run: CollectedRun, findings: readonly Reported[], docsUrl: string | undefined): string {
  const line = endOf(run, findings);
  const address = addresses();
  const [only, ...more] = run.subjects;
  const name = only === undefined || more.length > 0 ? "" : `${subjectLine(only.subject)}: `;
  return pageFrame({
    title: `mcpcheck: ${name}${line}`,
    head: runHead(run, line),
    main: [
      ...findingsMain(
        errorOf(run),
        findings,
        run.subjects.map((subject) => subjectSection(subject, run, findings, { address, docsUrl })),
      ),
      ...runFoot(run),
    ],
  });
}
