import type { Statement } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import { statements } from "../../check/statements.ts";
import { providerCheckId } from "../../check/provider/provider-check.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { providerById, providers } from "../../provider/providers.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";

/** The checks of the providers that `--providers` names. @throws McpcheckError `usage` for one there is not, and for none */
export function providerChecks(list: string | undefined): readonly Statement[] {
  const ids = list?.split(",").map((id) => id.trim()) ?? [];
  if (ids.includes("")) throw new McpcheckError("usage", "--providers: expected ids with commas between them");
  return checksOf(ids, "--providers");
}

/** The checks of the providers that the options of a function name. @throws McpcheckError `usage` for one there is not */
export function demandedBy({ providers: ids = [] }: { readonly providers?: readonly string[] }): readonly Statement[] {
  return checksOf(ids, "providers");
}

function checksOf(ids: readonly string[], option: string): Statement[] {
  const wanted = new Set(ids.map((id) => providerCheckId(providerById(id, option).id)));
  return statements.filter(({ id }) => wanted.has(id));
}

/** The checks that were chosen, and those that are demanded; each once, also where one of them is only stated. */
export const withDemanded = (chosen: readonly Statement[], demanded: readonly Statement[]): readonly Statement[] => {
  const ids = new Set(chosen.map(({ id }) => id));
  return [...chosen, ...demanded.filter(({ id }) => !ids.has(id))];
};

/** Jobs whose findings of these checks fail the run: a provider that was named has to take the tools. */
export function failing(jobs: readonly SubjectJob[], demanded: readonly Statement[]): readonly SubjectJob[] {
  if (demanded.length === 0) return jobs;
  return jobs.map((job) => ({
    ...job,
    async *events(stop: AbortSignal) {
      for await (const event of job.events(stop)) yield event.type === "finding" ? demandedEvent(event, demanded) : event;
    },
  }));
}

function demandedEvent(event: SubjectEvent & { readonly type: "finding" }, demanded: readonly Statement[]): SubjectEvent {
  const finding = asDemanded(event.finding, demanded);
  if (finding === event.finding) return event;
  const { check } = finding;
  const provider = providers.find(({ id }) => providerCheckId(id) === check);
  // Without the demand it would come again as a warning.
  const repro = event.repro.replace(`--check ${check}`, `--check ${check} --providers ${provider?.id}`);
  return { ...event, finding, repro };
}

/** A finding as a demand makes it: what is refused fails, what is merely left out stays a warning. */
export function asDemanded(finding: Finding, demanded: readonly Pick<Statement, "id">[]): Finding {
  if (finding.verdict !== "warn" || finding.leftOut === true || !demanded.some(({ id }) => id === finding.check)) return finding;
  return { ...finding, verdict: "fail" };
}
