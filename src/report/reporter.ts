import type { RunEvent } from "../run/run-event.ts";
import type { PlaceOf } from "./place.ts";

/** Turns the event stream of a run into text, piece by piece. It reads its input to the end, whatever comes. */
export type Reporter = (events: AsyncIterable<RunEvent>) => AsyncIterable<string>;

/** What a reporter may know of where its text goes. */
export type ReporterOptions = {
  /** Whether ANSI colours are wanted. */
  readonly color: boolean;
  /** Columns to wrap text in; it is not wrapped where there are none. */
  readonly columns?: number | undefined;
  /** Whether it is read beside standard error, where usage errors are told. */
  readonly besideErrors?: boolean;
  /** Whether everything is wanted that there is to show. */
  readonly verbose?: boolean;
  /** The file it is written to; its ending says which of several forms is wanted. None: standard output. */
  readonly file?: string | undefined;
  /** Writes a file beside it, by its path from there; absent where the report goes to standard output. @throws McpcheckError `usage` */
  readonly beside?: ((path: string, text: string) => void) | undefined;
  /** Where the reference site is; absent where nobody said. */
  readonly docsUrl?: string | undefined;
  /** Where in the repository findings are shown; by the words of the command alone where nobody looked. */
  readonly placeOf?: PlaceOf;
  /** Whether another report on the same output tells the whole run to people. */
  readonly accompanied?: boolean;
};
