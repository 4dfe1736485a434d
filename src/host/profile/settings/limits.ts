import * as z from "zod";
import { positive } from "../units.ts";

/** Sizes and numbers that bind. */
export const limitSettings = z.strictObject({
  /** Servers of one request; more are reported and left out. */
  maxServers: positive,
  /**
   * Processes of servers that run at a time, those of all sessions together. For one more, those that were idle for longest end; where
   * all are in use, a request that brings servers is refused with 503. `null`: any number.
   */
  maxProcesses: positive.nullable(),
  /** Bytes of one line on standard output; a longer one fails its call only. */
  maxLineBytes: positive,
  /** Bytes of one line or event of an event stream. */
  maxEventBytes: positive,
  /** Characters of a tool result that reach the model; the rest is cut with a notice and stays in the trace. */
  maxResultChars: positive,
  /** Characters of a tool result shown to a person. */
  shownResultChars: positive,
  /** Bytes of an HTTP error body quoted in a message. */
  errorBodyBytes: positive,
  /** Pages of one `tools/list`. */
  maxPages: positive,
  /** Tools that /api/tools/search returns when the request does not say. */
  searchLimit: positive,
  /** Characters of a server's name. */
  serverNameChars: positive,
  /** Characters of a task id. */
  taskIdChars: positive,
  /** Bytes of a request to the host's own surfaces. */
  maxRequestBytes: positive,
});
