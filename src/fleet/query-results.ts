import type * as DuckDb from "@duckdb/node-api";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import type { Latest } from "./latest-results.ts";
import { loadBeside } from "./load-beside.ts";
import { type RunRow, verdicts } from "./result-rows.ts";
import { rowColumns, selectRows } from "./select-rows.ts";

/** What a question came to: a value for each column of each row, as DuckDB writes it in JSON. */
export type QueryAnswer = {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, DuckDb.Json>>[];
};

type ColumnType = "VARCHAR" | "DOUBLE" | "INTEGER";

type Cell = string | number | null;

/** A table that can be asked about: its columns with their types in SQL, and its rows. */
type Table = {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly rows: Iterable<readonly Cell[]>;
};

/** Rows that are handed over at a time: as many as DuckDB keeps together. */
const chunkSize = 2048;

/**
 * Answers a question in SQL about the latest results: `checks` has a row for each check that applied to a server at a revision, `runs`
 * one for each server.
 * @throws McpcheckError `usage` without the package, or with DuckDB's own words for a question it cannot answer
 */
export async function queryResults(latest: Latest, sql: string): Promise<QueryAnswer> {
  const { "@duckdb/node-api": duckDb } = await loadBeside<{ "@duckdb/node-api": typeof DuckDb }>(
    ["@duckdb/node-api"],
    "a question in SQL",
  );
  const database = await duckDb.DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  try {
    for (const table of [checksOf(latest), runsOf(latest)]) await fill(duckDb, connection, table);
    const answer = await connection.runAndReadAll(sql);
    return { columns: answer.columnNames(), rows: answer.getRowObjectsJson() };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `the question cannot be answered: ${why}`, { cause });
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items)
    if (chunk.push(item) === size) {
      yield chunk;
      chunk = [];
    }
  if (chunk.length > 0) yield chunk;
}

async function fill(duckDb: typeof DuckDb, connection: DuckDb.DuckDBConnection, { name, columns, rows }: Table): Promise<void> {
  await connection.run(`create table ${name} (${columns.map(([column, type]) => `"${column}" ${type}`).join(", ")})`);
  const appender = await connection.createAppender(name);
  const types = columns.map(([, type]) => duckDb[type]);
  for (const some of chunksOf(rows, chunkSize)) {
    const chunk = duckDb.DuckDBDataChunk.create(types, some.length);
    chunk.setRows(some.map((row) => [...row]));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

const checksOf = (latest: Latest): Table => ({
  name: "checks",
  columns: rowColumns.map((name) => [name, "VARCHAR"]),
  rows: checkCells(latest),
});

function* checkCells(latest: Latest): Generator<Cell[]> {
  for (const row of selectRows(latest, {})) yield rowColumns.map((name) => row[name] ?? null);
}

/** The columns of `runs` with their types, and what a run has in each; times in ms. */
const runCells = {
  server: ["VARCHAR", (run) => run.server],
  exitCode: ["INTEGER", (run) => run.exitCode],
  error: ["VARCHAR", (run) => run.error?.message ?? null],
  startedAt: ["VARCHAR", (run) => run.startedAt],
  ms: ["DOUBLE", (run) => run.ms],
  installMs: ["DOUBLE", (run) => run.installMs ?? null],
  startMs: ["DOUBLE", (run) => run.startMs ?? null],
  mcpcheck: ["VARCHAR", (run) => run.mcpcheck],
  ...Object.fromEntries(verdicts.map((verdict) => [verdict, ["INTEGER", (run: RunRow) => run.summary[verdict] ?? 0] as const])),
} satisfies Readonly<Record<string, readonly [ColumnType, (run: RunRow) => Cell]>>;

/** The columns of `runs`: the last ones count verdicts. */
export const runColumns: readonly string[] = Object.keys(runCells);

const runsOf = (latest: Latest): Table => ({
  name: "runs",
  columns: Object.entries(runCells).map(([name, [type]]) => [name, type]),
  rows: [...latest.values()].map(({ run }) => Object.values(runCells).map(([, cell]) => cell(run))),
});
