import type { RunEvent } from "../run/run-event.ts";

/** Turns the event stream of a run into text, piece by piece. It reads its input to the end, whatever comes. */
export type Reporter = (events: AsyncIterable<RunEvent>) => AsyncIterable<string>;

/** What a reporter may know of where its text goes. */
export type ReporterOptions = {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
};
