import type * as HyparquetWriter from "hyparquet-writer";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { loadBeside } from "./load-beside.ts";
import { rowColumns, type SelectedRow } from "./select-rows.ts";

/** Writes rows as a Parquet file, for DuckDB and whatever else reads such. @throws McpcheckError `usage` without hyparquet-writer, or where the file cannot be written */
export async function writeParquet(file: string, rows: readonly SelectedRow[]): Promise<void> {
  const { "hyparquet-writer": writer } = await loadBeside<{ "hyparquet-writer": typeof HyparquetWriter }>(
    ["hyparquet-writer"],
    "--parquet",
  );
  try {
    writer.parquetWriteFile({
      filename: file,
      columnData: rowColumns.map((name) => ({ name, data: rows.map((row) => row[name] ?? null), type: "STRING" })),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `--parquet: cannot write ${file}: ${why}`, { cause });
  }
}
