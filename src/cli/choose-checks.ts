import { McpcheckError } from "../base/mcpcheck-error.ts";
import { suggestion } from "../base/nearest.ts";
import { globMatcher } from "../base/glob/glob-matcher.ts";

/**
 * The checks of a catalog that `--check` names; without it all but those that are judged on request only.
 * @throws McpcheckError `usage` when nothing matches one of the globs
 */
export function chooseChecks<C extends { readonly id: string; readonly onRequest?: string }>(
  glob: string | undefined,
  catalog: readonly C[],
): readonly C[] {
  if (glob === undefined) return catalog.filter(({ onRequest }) => onRequest === undefined);
  const ids = catalog.map(({ id }) => id);
  // Each of them, for what is not there would be taken for what was judged and found good.
  const astray = glob.split(",").find((one) => !ids.some(globMatcher(one)));
  if (astray === undefined) {
    const wants = globMatcher(glob);
    return catalog.filter(({ id }) => wants(id));
  }
  throw new McpcheckError(
    "usage",
    `--check: no check matches "${astray}"${suggestion(astray, ids)} (mcpcheck list checks shows them)`,
  );
}
