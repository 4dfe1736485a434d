/** One measured figure with the bar it is held against; `limit` undefined means that it is only told. */
export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
  /** Whether the limit is the most (default) or the least the value may be. */
  readonly bound?: "most" | "least";
  /** What the value was made of, as measured. */
  readonly note?: string;
};

/** Whether a figure keeps its bar. */
export function keepsBar({ value, limit, bound = "most" }: BenchRow): boolean {
  if (limit === undefined) return true;
  return bound === "most" ? value <= limit : value >= limit;
}

/** The rows as a Markdown table. */
export function benchTable(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const bar = row.limit === undefined ? "" : `${row.bound === "least" ? "≥" : "≤"} ${row.limit} ${row.unit}`;
    return `| ${row.name} | ${format(row.value)} ${row.unit} | ${bar} | ${keepsBar(row) ? (bar === "" ? "" : "kept") : "**missed**"} | ${row.note ?? ""} |`;
  });
  return ["| figure | measured | bar | | made of |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
