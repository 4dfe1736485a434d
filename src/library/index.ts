/**
 * Judging MCP servers, and traces of them; what they show, and what changed in it or in a verdict: `mcpcheck`.
 *
 * @module
 */
import { citationAt } from "../check/citation.ts";
import { checks as registry } from "../check/registry.ts";
import { catalog } from "../cli/catalog.ts";
import { explainedCheck } from "../cli/explain/explained-check.ts";
import { hold } from "./given/given.ts";
import { text } from "./given/rules.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { suggestion } from "../base/nearest.ts";
import { revisions } from "../spec/revision.ts";
import type { CheckInfo, ExplainedCheck } from "./judge/check-info.ts";

export { type BlameCode, McpcheckError } from "../base/mcpcheck-error.ts";
export type { Level } from "../check/check.ts";
export type { CatalogEntry } from "../cli/catalog.ts";
export type { Example, ExampleLine, Sighting } from "../cli/explain/example.ts";
export type { Inherited, ShownCase, Suffered } from "../cli/explain/explained-check.ts";
export type { Fix, Fixes } from "../cli/explain/fixes.ts";
export type { Related } from "../cli/explain/related.ts";
export type { Compared, Difference } from "../cli/compare/compared.ts";
export type { Finding } from "../check/finding.ts";
export type { Verdict } from "../check/verdict.ts";
export type { Json, JsonObject } from "../jsonrpc/json.ts";
export type { Report, ReportFinding, SkippedScenario } from "../report/report.ts";
export type { RunError, RunEvent } from "../run/run-event.ts";
export type { Summary } from "../run/summary.ts";
export type { WireExcerpt } from "../run/wire/wire-excerpt.ts";
export { type Revision, revisions } from "../spec/revision.ts";
export type { Change, ChangeKind } from "../surface/change.ts";
export type { Surface, SurfaceList } from "../surface/surface.ts";
export type { ToolCosts } from "../surface/tool-costs.ts";
export type { Subject, Trace } from "../trace/trace.ts";
export type { WireEvent } from "../trace/wire-event.ts";
export type { CheckInfo, ExplainedCheck } from "./judge/check-info.ts";
export { compare, type Comparison } from "./judge/compare.ts";
export { judgeServer } from "./judge/judge-server.ts";
export type { JudgeServerOptions, ServerTarget } from "./judge/judge-server-options.ts";
export { judgeTrace, type JudgeTraceOptions } from "./judge/judge-trace.ts";
export { listTools } from "./judge/list-tools.ts";
export { countToolTokens, diffSurface, surface, type SurfaceDiff, type SurfaceOptions } from "./judge/surface.ts";

/** The checks of servers and clients, sorted by id. */
export const checks: readonly CheckInfo[] = registry
  .map(({ id, title, subject, level, advice, capability, onRequest, spec }): CheckInfo => ({
    id,
    title,
    subject,
    level,
    advice,
    ...(capability === undefined ? {} : { capability }),
    ...(onRequest === undefined ? {} : { onRequest }),
    spec: Object.fromEntries(
      revisions.flatMap((revision) => {
        const url = citationAt(spec, revision);
        return url === undefined ? [] : [[revision, url]];
      }),
    ),
  }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Everything there is to know of a check of any subject: what `mcpcheck explain <id> --json` prints.
 * @throws McpcheckError `usage` for an id that no check has
 */
export function explain(id: string): ExplainedCheck {
  hold(id, text, "id");
  const found = explainedCheck(id);
  if (found !== undefined) return found;
  const ids = catalog().map((entry) => entry.id);
  throw new McpcheckError("usage", `explain: no check has the id "${id}"${suggestion(id, ids)}`);
}
