import type { ParserEvent } from "../../src/toolcall/event.ts";

/** Events in short: each as its type, what it carries, and its span. */
export function toldEvents(events: readonly ParserEvent[]): readonly string[] {
  return events.map(({ type, start, end, ...rest }) => {
    const said = Object.values(rest).map((value) => JSON.stringify(value));
    return [type, ...said, `${start}-${end}`].join(" ");
  });
}
