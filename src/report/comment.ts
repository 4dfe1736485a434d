import { collectRun } from "./collect-run.ts";
import { fitting, markdownSections } from "./markdown.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { runCategory } from "./run-category.ts";

/** Most characters of a comment on GitHub. */
const commentLimit = 65_536;

/**
 * Markdown for a comment on a pull or merge request. Its first line is a mark that does not show, by which the next run finds the comment
 * and brings it up to date; it is as long as a comment may be.
 */
export function commentReporter({ docsUrl }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    const run = await collectRun(events);
    const mark = `<!-- ${runCategory(run)} -->\n`;
    yield `${mark}${fitting(markdownSections(run, docsUrl), commentLimit - mark.length)}`;
  };
}
