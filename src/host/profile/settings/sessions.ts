import * as z from "zod";
import { millisecondsOrNever, natural, positive } from "../units.ts";

/** How long connections to servers live and what is remembered of them. */
export const sessionSettings = z.strictObject({
  /**
   * What a set of connections belongs to: the session id of requests (without one it ends with its request), the configured
   * server (`pool`, shared by all), or the life of the process.
   */
  scope: z.enum(["sessionId", "pool", "process"]),
  /**
   * Most session ids that are kept; for a new one beyond, the one that was idle longest is forgotten, and where none is idle the new one
   * lasts for its request only. `null`: any number.
   */
  maxSessions: positive.nullable(),
  /** Idle time after which a session ends. */
  idleMs: millisecondsOrNever,
  /** How often idle sessions are looked for. */
  sweepMs: millisecondsOrNever,
  /** How long a tool list is used before it is asked for again; `null`: as long as the connection lives. */
  listCacheMs: millisecondsOrNever,
  /** Whether `notifications/tools/list_changed` empties that cache. */
  listChanged: z.boolean(),
  /** Starts again of a dead server for one call. */
  respawnsPerCall: natural,
  /** Starts again of a dead server in a row, or in one session. */
  respawnsPerSession: natural,
  /** Whether a server that has answered a call since its last start may be started again as often as before (`inRow`). */
  respawnsCounted: z.enum(["inRow", "inAll"]),
  /** Whether HTTP sessions follow the specification: re-initialise once on 404, DELETE at the end, resume broken streams. */
  httpSessions: z.boolean(),
  /** Whether a failed POST (4xx or network) is tried again as the old HTTP+SSE transport. */
  sseFallback: z.boolean(),
});
