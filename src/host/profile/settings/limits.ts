import * as z from "zod";
import { positive } from "../units.ts";

/** Sizes and numbers that bind. */
export const limitSettings = z.strictObject({
  /** Servers of one request; more are reported and left out. Row B0-083. */
  maxServers: positive,
  /** Bytes of one line on standard output; a longer one fails its call only. Rows B0-085, B4-020. */
  maxLineBytes: positive,
  /** Bytes of one line or event of an event stream. Row B0-086. */
  maxEventBytes: positive,
  /** Characters of a tool result that reach the model; the rest is cut with a notice and stays in the trace. Row BX-011. */
  maxResultChars: positive,
  /** Characters of a tool result shown to a person. Row B0-011. */
  shownResultChars: positive,
  /** Bytes of an HTTP error body quoted in a message. Row B0-159. */
  errorBodyBytes: positive,
  /** Pages of one `tools/list`. Row BX-001. */
  maxPages: positive,
  /** Tools that /api/tools/search returns when the request does not say. Row B0-118. */
  searchLimit: positive,
  /** Characters of a server's name. Row B0-022. */
  serverNameChars: positive,
  /** Characters of a task id. Row B0-235. */
  taskIdChars: positive,
  /** Bytes of a request to the host's own surfaces. Row BX-012. */
  maxRequestBytes: positive,
});
