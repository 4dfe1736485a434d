import * as fc from "fast-check";

/**
 * Every property test draws from one seed, so that a run is green or red for what changed and not for what was drawn. Other inputs are
 * explored on purpose: `MCPCHECK_LAW_SEED=7 MCPCHECK_LAW_RUNS=10000 npm test`.
 */
const runs = process.env["MCPCHECK_LAW_RUNS"];
fc.configureGlobal({
  seed: Number(process.env["MCPCHECK_LAW_SEED"] ?? 20260728),
  ...(runs !== undefined && { numRuns: Number(runs) }),
});
