import * as z from "zod";
import { milliseconds, millisecondsOrNever } from "../units.ts";

/** Every time limit, in milliseconds of the injected clock; `null` means no limit. */
export const timeSettings = z.strictObject({
  /** Until all of a request's body has come; then it is refused with 408. */
  bodyMs: millisecondsOrNever,
  /** Until a network connection stands. */
  connectMs: millisecondsOrNever,
  /** Until `initialize` is answered. */
  initializeMs: millisecondsOrNever,
  /** The same for servers started through a package runner, which may download first; `null`: as `initializeMs`. */
  runnerInitializeMs: millisecondsOrNever,
  /** Until a page of `tools/list` is answered. */
  listMs: millisecondsOrNever,
  /** Until a tool call over stdio is answered; requests and OLLAMA_MCP_TIMEOUT go before it. */
  callMs: millisecondsOrNever,
  /** Until a tool call over HTTP is answered; the shorter of this and what a request says counts. */
  callHttpMs: millisecondsOrNever,
  /** A call that takes longer is warned about, once; `null`: never. */
  warnAfterMs: millisecondsOrNever,
  /** Whether a call that timed out is cancelled with `notifications/cancelled`. */
  cancelOnTimeout: z.boolean(),
  /** Until the model server answers, or says something more. One known host waits 120 s. */
  modelMs: millisecondsOrNever,
  /** Until a person answers an approval; silence is a no. */
  approvalMs: milliseconds,
  /** A process that dies within this time of its start "exited immediately". */
  startCheckMs: milliseconds,
});

/** How servers are stopped. Signals always go to the whole process group. */
export const shutdownSettings = z.strictObject({
  /** A `shutdown` notification is sent and this long waited; `null`: none is sent, it is not a method of the protocol. */
  notifyMs: millisecondsOrNever,
  /** Grace after the end of standard input. */
  eofMs: milliseconds,
  /** Grace after SIGTERM, then SIGKILL; `null`: SIGKILL at once. */
  termMs: millisecondsOrNever,
});
