import * as z from "zod";
import { millisecondsOrNever, natural, positive } from "../units.ts";

/** How long connections to servers live and what is remembered of them. */
export const sessionSettings = z.strictObject({
  /**
   * What a set of connections belongs to: the session id of requests (without one it ends with its request), the configured
   * server (`pool`, shared by all), or the life of the process. Rows B0-228, B0-231, B1-076, B2-012, B3-005.
   */
  scope: z.enum(["sessionId", "pool", "process"]),
  /**
   * Most session ids that are kept; for a new one beyond, the one that was idle longest is forgotten, and where none is idle the new one
   * lasts for its request only. `null`: any number. Row B0-228.
   */
  maxSessions: positive.nullable(),
  /** Idle time after which a session ends. Rows B0-229, B1-079. */
  idleMs: millisecondsOrNever,
  /** How often idle sessions are looked for. Row B0-229. */
  sweepMs: millisecondsOrNever,
  /** How long a tool list is used before it is asked for again; `null`: as long as the connection lives. Rows B0-232, B1-077, B3-005. */
  listCacheMs: millisecondsOrNever,
  /** Whether `notifications/tools/list_changed` empties that cache. Row BX-002. */
  listChanged: z.boolean(),
  /** Starts again of a dead server for one call. Row BX-013. */
  respawnsPerCall: natural,
  /** Starts again of a dead server in one session. Row BX-013. */
  respawnsPerSession: natural,
  /** Whether HTTP sessions follow the specification: re-initialise once on 404, DELETE at the end, resume broken streams. Rows B0-160, B0-161, BX-020, BX-021. */
  httpSessions: z.boolean(),
  /** Whether a failed POST (4xx or network) is tried again as the old HTTP+SSE transport. Row B3-016. */
  sseFallback: z.boolean(),
});
