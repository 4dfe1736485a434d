import type { ClientSession } from "../../session/client-session.ts";
import type { ServerLog } from "./server-log.ts";

/** How a connection that began at `began` ended and what the process wrote last, for messages; at most `startCheckMs` old it "exited immediately". */
export function whyItEnded(session: ClientSession, log: ServerLog, began: number, startCheckMs: number): string {
  const last = log.exit();
  const exit = last !== undefined && last.at >= began ? last : undefined;
  const early = exit !== undefined && exit.at - began <= startCheckMs ? "exited immediately" : "exited";
  const ended = exit === undefined ? "" : ` (${early}${exit.code === null ? `, ${exit.signal}` : ` with code ${exit.code}`})`;
  const broken = log.lastFailure();
  const tail = session.transport.stderrTail();
  return `${ended}${broken === undefined ? "" : `: ${broken}`}${tail === "" ? "" : `; stderr: ${tail}`}`;
}
