/** Rows as lines whose columns stand below each other; the last column is not padded. */
export function alignedText(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((text, index) => Math.max(most[index] ?? 0, text.length)), []);
  return rows
    .map(
      (row) =>
        `${row
          .map((text, index) => (index === row.length - 1 ? text : text.padEnd(widths[index] ?? 0)))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
