import type { Check } from "../../check/check.ts";
import { checkById } from "../../check/registry.ts";
import { providerCheckId } from "../../check/provider/provider-check.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { providerById } from "../../provider/providers.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";

/** The checks of the providers that `--providers` names. @throws McpcheckError `usage` for one there is not, and for none */
export function providerChecks(list: string | undefined): readonly Check[] {
  if (list === undefined) return [];
  const ids = list.split(",").map((id) => id.trim());
  return ids.flatMap((id) => {
    if (id === "") throw new McpcheckError("usage", "--providers: expected ids with commas between them");
    return checkById(providerCheckId(providerById(id, "--providers").id)) ?? [];
  });
}

/** Jobs whose findings of these checks fail the run: a provider that was named has to take the tools. */
export function failing(jobs: readonly SubjectJob[], demanded: readonly Check[]): readonly SubjectJob[] {
  const ids = new Set(demanded.map(({ id }) => id));
  if (ids.size === 0) return jobs;
  return jobs.map((job) => ({
    ...job,
    async *events(stop: AbortSignal) {
      for await (const event of job.events(stop)) yield asDemanded(event, ids);
    },
  }));
}

function asDemanded(event: SubjectEvent, ids: ReadonlySet<string>): SubjectEvent {
  if (event.type !== "finding" || event.finding.verdict !== "warn" || !ids.has(event.finding.check)) return event;
  return { ...event, finding: { ...event.finding, verdict: "fail" } };
}
