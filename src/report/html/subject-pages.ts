import { groupBy } from "../../base/group-by.ts";
import { exitCodeOf } from "../../run/exit-code.ts";
import { failOnOf } from "../../run/fail-on.ts";
import type { RunError, SubjectDescribed } from "../../run/run-event.ts";
import type { CollectedRun, Reported } from "../collect-run.ts";
import { htmlText } from "../text/html-text.ts";
import { addresses } from "./finding-block.ts";
import { findingsMain } from "./findings-main.ts";
import { pageFrame } from "./page-frame.ts";
import { subjectSection } from "./subject-section.ts";

/** How a subject of many ended, as a verdict that pages filter by; `error`: it could not be judged. */
export type Standing = "fail" | "error" | "warn" | "pass";

/** What people read of it. */
export const standingWords: Readonly<Record<Standing, string>> = {
  fail: "failed",
  error: "could not judge",
  warn: "conforms, with warnings",
  pass: "conforms",
};

/** A subject of many: how it ended, and its page: where that lies beside the index, and what stands in it, made when it is asked for. */
export type SubjectPage = {
  readonly described: SubjectDescribed;
  readonly findings: readonly Reported[];
  readonly standing: Standing;
  readonly error: RunError | null;
  /** Milliseconds; absent where the run broke off before its end. */
  readonly ms: number | undefined;
  readonly path: string;
  readonly text: () => string;
};

/** Most characters of a subject's name in the name of its file. */
const mostCharacters = 60;

/** The folder of the pages, named after the index. */
export function subjectsFolder(index: string): string {
  return `${index.replace(/\.html?$/i, "")}-subjects`;
}

/** A page for each subject of a run, in that folder. */
export function subjectPages(
  run: CollectedRun,
  findings: readonly Reported[],
  { index, docsUrl }: { readonly index: string; readonly docsUrl: string | undefined },
): SubjectPage[] {
  const folder = subjectsFolder(index);
  const digits = String(run.subjects.length).length;
  const bySubject = groupBy(findings, ({ subjectId }) => subjectId);
  const ends = new Map(run.ended.map((end) => [end.subjectId, end]));
  const links = { index: `../${encodeURIComponent(index)}`, docsUrl: fromFolder(docsUrl) };
  return run.subjects.map((described, position): SubjectPage => {
    const mine = bySubject.get(described.subjectId) ?? [];
    const ended = ends.get(described.subjectId);
    const error =
      ended === undefined
        ? { kind: "subject" as const, message: "the run broke off before its end", stderrTail: "" }
        : ended.error;
    const slug = described.subjectId.replace(/[^\w.-]+/g, "-").slice(0, mostCharacters);
    const page = {
      described,
      findings: mine,
      standing: standingOf(mine, error, run),
      error,
      ms: ended?.ms,
      path: `${folder}/${String(position + 1).padStart(digits, "0")}-${slug}.html`,
    };
    return { ...page, text: () => pageOf(run, page, links) };
  });
}

/** The address of the site from a folder deeper; whole addresses stay as they are. */
function fromFolder(docsUrl: string | undefined): string | undefined {
  return docsUrl === undefined || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(docsUrl) ? docsUrl : `../${docsUrl}`;
}

function standingOf(findings: readonly Reported[], error: RunError | null, { started }: CollectedRun): Standing {
  const exitCode = exitCodeOf({ findings, error, stale: [], interrupted: null, failOn: failOnOf(started) });
  if (exitCode !== 0) return exitCode === 1 ? "fail" : "error";
  return findings.some(({ verdict, known }) => verdict === "warn" && known !== true) ? "warn" : "pass";
}

function pageOf(
  run: CollectedRun,
  { described, findings, standing, error }: Omit<SubjectPage, "text">,
  { index, docsUrl }: { readonly index: string; readonly docsUrl: string | undefined },
): string {
  const good = standing === "pass" || standing === "warn";
  return pageFrame({
    title: `mcpcheck: ${described.subjectId}: ${standingWords[standing]}`,
    head: [
      `<p><a href="${htmlText(index)}">all ${run.subjects.length} subjects</a></p>`,
      `<h1>${htmlText(described.subjectId)}: <span class="${good ? "good" : "bad"}">${standingWords[standing]}</span></h1>`,
    ],
    main: findingsMain(error, findings, [subjectSection(described, run, findings, { address: addresses(), docsUrl })]),
  });
}
