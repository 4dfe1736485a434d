/** The area of a check id: everything before its first dot. */
export function areaOf(check: string): string {
  return check.split(".", 1)[0] ?? check;
}

/** Milliseconds for people: `840 ms`, `12.3 s`. */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
