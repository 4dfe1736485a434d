import type { Statement } from "./check.ts";
import { checks } from "./registry.ts";

/**
 * What every check states, sorted by id, without how it is verified: enough to choose checks and to tell of them. In the bundled
 * program these are data: whoever drives a subject need not wait until the code of all checks is loaded.
 */
export const statements: readonly Statement[] = checks.map(({ verify: _verify, explains: _explains, ...statement }) => statement);
