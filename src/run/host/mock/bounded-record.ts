import type { UnplacedHostEvent } from "../../../check/host/host-event.ts";

/** Characters of what is said that a mock server writes down: a host that asks for page after page says more than anybody can read. */
const most = 64 * 1024 * 1024;

/** What is said; everything else tells of the process, and is written down however much was said. */
const said: ReadonlySet<UnplacedHostEvent["kind"]> = new Set(["server-wire", "server-received", "server-sent"]);

/**
 * Writes events down, a line for each. What is said beyond some 64 million characters is left out: by then a conversation goes in a circle,
 * and whatever a case expects of it has been seen.
 * @param now the clock, in ms
 */
export function recordTo(
  write: (line: string) => void,
  now: () => number,
  limit: number = most,
): (event: UnplacedHostEvent) => void {
  let length = 0;
  return (event) => {
    if (length > limit && said.has(event.kind)) return;
    const line = `${JSON.stringify({ at: now(), event })}\n`;
    length += line.length;
    write(line);
  };
}
