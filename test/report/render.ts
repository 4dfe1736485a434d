import type { Reporter } from "../../src/report/reporter.ts";
import type { RunEvent } from "../../src/run/run-event.ts";

/** Everything a reporter writes for these events. */
export async function render(reporter: Reporter, events: readonly RunEvent[]): Promise<string> {
  let text = "";
  for await (const piece of reporter(stream(events))) text += piece;
  return text;
}

async function* stream(events: readonly RunEvent[]): AsyncIterable<RunEvent> {
  yield* events;
}
