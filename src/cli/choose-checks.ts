import { McpcheckError } from "../base/mcpcheck-error.ts";
import { suggestion } from "../base/nearest.ts";
import { globMatcher } from "../base/glob/glob-matcher.ts";

/**
 * The checks of a catalog that `--check` names; without it all but those that are judged on request only.
 * @throws McpcheckError `usage` when nothing matches
 */
export function chooseChecks<C extends { readonly id: string; readonly onRequest?: string }>(
  glob: string | undefined,
  catalog: readonly C[],
): readonly C[] {
  if (glob === undefined) return catalog.filter(({ onRequest }) => onRequest === undefined);
  const wants = globMatcher(glob);
  const chosen = catalog.filter((check) => wants(check.id));
  if (chosen.length > 0) return chosen;
  const ids = catalog.map(({ id }) => id);
  throw new McpcheckError(
    "usage",
    `--check: no check matches "${glob}"${suggestion(glob, ids)} (mcpcheck list checks shows them)`,
  );
}
