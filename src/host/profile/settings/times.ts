import * as z from "zod";
import { milliseconds, millisecondsOrNever } from "../units.ts";

/** Every time limit, in milliseconds of the injected clock; `null` is no limit. */
export const timeSettings = z.strictObject({
  /** Until a network connection stands. Row B1-014. */
  connectMs: millisecondsOrNever,
  /** Until `initialize` is answered. Rows B0-139, B4-012. */
  initializeMs: millisecondsOrNever,
  /** The same for servers started through a package runner, which may download first; `null`: as `initializeMs`. Row B4-045. */
  runnerInitializeMs: millisecondsOrNever,
  /** Until a page of `tools/list` is answered. Rows B0-200, B2-015, B4-021. */
  listMs: millisecondsOrNever,
  /** Until a tool call over stdio is answered; requests and OLLAMA_MCP_TIMEOUT go before it. Rows B0-198, B0-199, B2-015, B4-024. */
  callMs: millisecondsOrNever,
  /** Until a tool call over HTTP is answered; the shorter of this and what a request says counts. Rows B0-162, B1-014, B3-019. */
  callHttpMs: millisecondsOrNever,
  /** A call that takes longer is warned about, once; `null`: never. Row B4-025. */
  warnAfterMs: millisecondsOrNever,
  /** Whether a call that timed out is cancelled with `notifications/cancelled`. Row B0-202. */
  cancelOnTimeout: z.boolean(),
  /** Until the model server answers, or says something more. One known host waits 120 s. */
  modelMs: millisecondsOrNever,
  /** Until a person answers an approval; silence is a no. Row B2-047. */
  approvalMs: milliseconds,
  /** A process that dies within this time of its start "exited immediately". Row B0-128. */
  startCheckMs: milliseconds,
});

/** How servers are stopped. Signals always go to the whole process group. Rows B0-126, B0-127, B2-013, B4-009. */
export const shutdownSettings = z.strictObject({
  /** A `shutdown` notification is sent and this long waited; `null`: none is sent, it is no method of the protocol. Row B4-009. */
  notifyMs: millisecondsOrNever,
  /** Grace after the end of standard input. */
  eofMs: milliseconds,
  /** Grace after SIGTERM, then SIGKILL; `null`: SIGKILL at once. */
  termMs: millisecondsOrNever,
});
