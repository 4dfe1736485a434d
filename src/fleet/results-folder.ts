import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseJson } from "../base/json/parse-json.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { type ResultRow, resultRow, type RunRow } from "./result-rows.ts";

/** A segment that results are added to: a file of its own for every process that writes. */
export type Segment = {
  /** Writes the rows of one attempt, its run last, and has them on the disk when it returns; where that fails, none of them counts. */
  readonly add: (rows: readonly ResultRow[]) => void;
  readonly close: () => void;
};

const ending = ".results.ndjson";

/** Puts text at the end of an open file; throws where there is no room for all of it. */
export type Write = (descriptor: number, text: string) => void;

/** Begins a segment in a folder of results, which is made where it is missing. `began` puts segments in order. */
export function openSegment(folder: string, began: Date, write: Write = writeFileSync): Segment {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${began.toISOString().replaceAll(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}${ending}`);
  // Never a file that somebody else may have ended in the middle of a line.
  const descriptor = openSync(file, "ax");
  return {
    add(rows) {
      const { size } = fstatSync(descriptor);
      try {
        write(descriptor, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
        fsyncSync(descriptor);
      } catch (cause) {
        // Half a line must not stand before the next attempt.
        ftruncateSync(descriptor, size);
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new McpcheckError(
          "harness",
          `cannot write ${file}: ${why}: make room there and run again; what was written counts`,
          { cause },
        );
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** How far segments were read: up to which byte and line, and what stands last before that. */
export type ReadSoFar = Map<string, { readonly end: number; readonly lines: number; readonly last: string }>;

/**
 * Every row of the results in a folder, segment by segment in the order of their names; `onLost` is told of the ends of segments that were
 * cut off when their process was killed. What is in `soFar` was read before and is left out; it is kept up to date, for a folder that
 * others add to is looked at again and again.
 * @throws McpcheckError `usage` for a folder that is not there, and for a line that is none of ours
 */
export function* readResults(
  folder: string,
  onLost: (file: string) => void = () => undefined,
  soFar: ReadSoFar = new Map(),
): Generator<ResultRow> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new McpcheckError("usage", `${folder}: there is no folder of results; fleet run --out makes one`);
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith(ending))
    .toSorted())
    yield* rowsOfSegment(join(folder, name), onLost, soFar);
}

function* rowsOfSegment(file: string, onLost: (file: string) => void, soFar: ReadSoFar): Generator<ResultRow> {
  let { end, lines } = stillThere(file, soFar);
  for (const text of linesOf(file, end, onLost)) {
    lines += 1;
    end += Buffer.byteLength(text) + 1;
    const place = `${file}:${lines}`;
    const parsed = resultRow.safeParse(parseJson(text, place));
    if (!parsed.success)
      throw new McpcheckError(
        "usage",
        `${place}: no row that this version of mcpcheck reads (${parsed.error.issues[0]?.message}): read it with the version that wrote it, or move the file elsewhere`,
      );
    soFar.set(file, { end, lines, last: text });
    yield parsed.data;
  }
}

/** Where to go on in a segment: at its beginning where it does not stand any more what was read last, for that was taken back. */
function stillThere(file: string, soFar: ReadSoFar): { readonly end: number; readonly lines: number } {
  const known = soFar.get(file);
  if (known === undefined) return { end: 0, lines: 0 };
  const last = Buffer.from(`${known.last}\n`);
  const descriptor = openSync(file, "r");
  try {
    const there = Buffer.alloc(last.length);
    const read = readSync(descriptor, there, 0, last.length, known.end - last.length);
    return read === last.length && there.equals(last) ? known : { end: 0, lines: 0 };
  } finally {
    closeSync(descriptor);
  }
}

/** How much of a segment is in memory at a time, in bytes: a segment may be larger than any string. */
const pieceBytes = 1 << 20;

/** The lines of a file from a byte on that have their end; what follows the last line end was never finished. */
function* linesOf(file: string, begin: number, onLost: (file: string) => void): Generator<string> {
  const descriptor = openSync(file, "r");
  try {
    const piece = Buffer.alloc(pieceBytes);
    let rest = Buffer.alloc(0);
    let place = begin;
    const more = (): number => readSync(descriptor, piece, 0, pieceBytes, place);
    for (let read = more(); read > 0; read = more()) {
      place += read;
      const bytes = Buffer.concat([rest, piece.subarray(0, read)]);
      let from = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
        yield bytes.toString("utf8", from, end);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) onLost(file);
  } finally {
    closeSync(descriptor);
  }
}

/** The latest runs in a folder of results by their keys. */
export function runsIn(rows: Iterable<ResultRow>): Map<string, RunRow> {
  const runs = new Map<string, RunRow>();
  for (const row of rows) if (row.row === "run") runs.set(row.key, row);
  return runs;
}
