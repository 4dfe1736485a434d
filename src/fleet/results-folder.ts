import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseJson } from "../base/parse-json.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { type ResultRow, resultRow, type RunRow } from "./result-rows.ts";

/** A segment that results are added to: a file of its own for every process that writes. */
export type Segment = {
  /** Writes the rows of one attempt, its run last, and has them on the disk when it returns. */
  readonly add: (rows: readonly ResultRow[]) => void;
  readonly close: () => void;
};

const ending = ".results.ndjson";

/** Begins a segment in a folder of results, which is made where it is missing. `name` tells segments apart. */
export function openSegment(folder: string, name: string): Segment {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}${ending}`);
  // Never a file that somebody else may have ended in the middle of a line.
  const descriptor = openSync(file, "wx");
  return {
    add(rows) {
      try {
        writeFileSync(descriptor, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
        fsyncSync(descriptor);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new McpcheckError(
          "harness",
          `cannot write ${file}: ${why}: make room there and run again; what was written counts`,
          {
            cause,
          },
        );
      }
    },
    close: () => closeSync(descriptor),
  };
}

/**
 * Every row of the results in a folder, segment by segment in the order of their names; `onLost` is told of the ends of segments that were
 * cut off when their process was killed.
 * @throws McpcheckError `usage` for a folder that is not there, and for a line that is none of ours
 */
export function* readResults(folder: string, onLost: (file: string) => void = () => undefined): Generator<ResultRow> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new McpcheckError("usage", `${folder}: there is no folder of results; fleet run --out makes one`);
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith(ending))
    .toSorted())
    yield* rowsOfSegment(join(folder, name), onLost);
}

function* rowsOfSegment(file: string, onLost: (file: string) => void): Generator<ResultRow> {
  const lines = readFileSync(file, "utf8").split("\n");
  // What follows the last line end was never finished.
  if (lines.pop() !== "") onLost(file);
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`;
    const parsed = resultRow.safeParse(parseJson(line, place));
    if (!parsed.success)
      throw new McpcheckError(
        "usage",
        `${place}: no row that this version of mcpcheck reads: ${parsed.error.issues[0]?.message}`,
      );
    yield parsed.data;
  }
}

/** The latest runs in a folder of results by their keys. */
export function runsIn(rows: Iterable<ResultRow>): Map<string, RunRow> {
  const runs = new Map<string, RunRow>();
  for (const row of rows) if (row.row === "run") runs.set(row.key, row);
  return runs;
}
