import type { RunEvent } from "../run/run-event.ts";
import type { PlaceOf } from "./place.ts";

/** Turns the event stream of a run into text, piece by piece. It reads its input to the end, whatever comes. */
export type Reporter = (events: AsyncIterable<RunEvent>) => AsyncIterable<string>;

/** Pages beside a report that is a file. Paths are from its folder; all throw McpcheckError `usage`. */
export type FilesBeside = {
  readonly write: (path: string, text: string) => void;
  /** Removes what earlier runs wrote into a folder, but for these paths; what somebody else put there stays. */
  readonly keepOnly: (folder: string, paths: ReadonlySet<string>) => void;
};

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
  /** Files beside it; absent where the report goes to standard output. */
  readonly beside?: FilesBeside | undefined;
  /** Where the reference site is; absent where nobody said. */
  readonly docsUrl?: string | undefined;
  /** Where in the repository findings are shown; by the words of the command alone where nobody looked. */
  readonly placeOf?: PlaceOf;
  /** Whether another report on the same output tells the whole run to people. */
  readonly accompanied?: boolean;
};
