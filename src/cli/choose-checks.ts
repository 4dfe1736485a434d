import type { Check } from "../check/check.ts";
import { checks } from "../check/registry.ts";
import { McpcheckError } from "../mcpcheck-error.ts";
import { suggestion } from "../nearest.ts";
import { globMatcher } from "../run/server/plan.ts";

/** The checks that `--check` names; all without it. @throws McpcheckError `usage` when nothing matches */
export function chooseChecks(glob: string | undefined): readonly Check[] {
  const wants = globMatcher(glob);
  const chosen = checks.filter((check) => wants(check.id));
  if (chosen.length > 0) return chosen;
  const ids = checks.map(({ id }) => id);
  throw new McpcheckError(
    "usage",
    `--check: no check matches "${glob}"${suggestion(glob ?? "", ids)} (mcpcheck list checks shows them)`,
  );
}
