import { jsonText } from "../base/json-text.ts";
import type { Reporter } from "./reporter.ts";

/** The event stream itself, one event a line: the form a run is saved in. */
export function ndjsonReporter(): Reporter {
  return async function* (events) {
    for await (const event of events) yield `${jsonText(event)}\n`;
  };
}
