import type { Trace } from "../../../trace/trace.ts";

/** From this many characters on a message costs more to hold than to wait for. */
const heavyText = 256 * 1024;

/** Whether a server answers with so much that it is slow for that: more connections would only hold more of it at once. */
export function isHeavy({ events }: Trace): boolean {
  return events.some((event) => "cut" in event || "unread" in event || ("text" in event && event.text.length >= heavyText));
}
