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
  /** Why a bar that is missed may be the machine's doing: what is known to cost the same each time did not. */
  readonly noise?: string;
};

/** How far the measurements of one control may be apart, as a part of the smallest, on a machine that is quiet enough to tell. */
const quietSpread = 0.25;

/** What to note on rows of the same minute as some measurements of a control; nothing where it took about the same each time. */
export function noiseOf(control: string, values: readonly number[]): Pick<BenchRow, "noise"> {
  const apart = Math.max(...values) / Math.min(...values) - 1;
  return apart > quietSpread ? { noise: `noisy: ${control} varied by ${Math.round(100 * apart)} %` } : {};
}

/**
 * How much longer two processes side by side may take than one of them alone where two processors are free: they share memory and a disk.
 * Found by trial on one machine of two: 1.1 to 1.35 where it was quiet, 1.55 to 1.85 beside one busy loop.
 */
const quietPair = 1.45;

/**
 * The same for a figure that takes two processors, by how long a control took `alone` and how long two of it `sideBySide`: that one of the two
 * processors is needed elsewhere does not show in what uses one.
 */
export function crowdOf(control: string, alone: number, sideBySide: number): Pick<BenchRow, "noise"> {
  const times = sideBySide / alone;
  return times > quietPair
    ? { noise: `crowded: ${control} twice side by side took ${times.toFixed(1)} times as long as once` }
    : {};
}

/**
 * A bar that was set on a machine where a control takes `usual`, on one where it takes `control`: a slower one is given as much more, a
 * faster one no less, for what is waited for takes as long there.
 */
export function limitBeside(limit: number, control: number, usual: number): number {
  return Number((limit * Math.max(1, control / usual)).toPrecision(3));
}

/** Whether a figure keeps its bar; on a machine too noisy to tell, one that is missed is not held against it. */
export function keepsBar(row: BenchRow): boolean {
  return isWithin(row) || row.noise !== undefined;
}

function isWithin({ value, limit, bound = "most" }: BenchRow): boolean {
  if (limit === undefined) return true;
  return bound === "most" ? value <= limit : value >= limit;
}

function stateOf(row: BenchRow): string {
  if (row.limit === undefined) return "";
  return isWithin(row) ? "kept" : row.noise === undefined ? "**missed**" : `cannot tell, ${row.noise}`;
}

/** The rows as a Markdown table. */
export function benchTable(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) => {
    const bar = row.limit === undefined ? "" : `${row.bound === "least" ? "≥" : "≤"} ${row.limit} ${row.unit}`;
    return `| ${row.name} | ${format(row.value)} ${row.unit} | ${bar} | ${stateOf(row)} | ${row.note ?? ""} |`;
  });
  return ["| figure | measured | bar | | made of |", "|---|---|---|---|---|", ...lines, ""].join("\n");
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}
