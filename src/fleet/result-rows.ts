import * as z from "zod";

/** The verdicts that a row may have: what does not apply has no row. */
export const verdicts = ["pass", "fail", "warn", "untested", "error"] as const;

/** A check that applied to a server, at a revision. */
export const checkRow = z.strictObject({
  row: z.literal("check"),
  /** The attempt it belongs to: rows of one without its run were left by a process that was killed. */
  attempt: z.string(),
  /** Name and version of the server, as `id@version`. */
  server: z.string(),
  revision: z.string(),
  check: z.string(),
  level: z.string(),
  verdict: z.enum(verdicts),
  /** The check whose fault it follows from. */
  because: z.string().optional(),
  /** The library it is inherited from. */
  inheritedFrom: z.string().optional(),
  /** What was seen; absent for a pass. */
  message: z.string().optional(),
});

/** A run of a server: written last, and only when all its checks were. */
export const runRow = z.strictObject({
  row: z.literal("run"),
  attempt: z.string(),
  key: z.string(),
  server: z.string(),
  mcpcheck: z.string(),
  suites: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  /** Milliseconds, installing apart. */
  ms: z.number(),
  installMs: z.number().optional(),
  /** Milliseconds from when it was started or reached until it had answered first; absent where it did not, or from before this was kept. */
  startMs: z.number().optional(),
  /** As `run server` ends: 0 conforms, 1 findings, 3 could not be judged. */
  exitCode: z.int(),
  error: z.strictObject({ kind: z.string(), message: z.string() }).nullable(),
  revisions: z.array(z.string()),
  /** How many findings have each verdict, as in the report of a run. */
  summary: z.record(z.string(), z.number()),
});

/** A line of a segment. */
export const resultRow = z.discriminatedUnion("row", [checkRow, runRow]);

export type CheckRow = z.infer<typeof checkRow>;
export type RunRow = z.infer<typeof runRow>;
export type ResultRow = z.infer<typeof resultRow>;
