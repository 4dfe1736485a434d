/** The candidates most like a mistyped word, best first: few edits away, or containing it. At most `limit`. */
export function nearest(word: string, candidates: readonly string[], limit = 3): string[] {
  return candidates
    .map((candidate) => ({ candidate, distance: distanceTo(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** `; did you mean a or b?`, or nothing: for the end of an error message. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates);
  return found.length === 0 ? "" : `; did you mean ${found.join(" or ")}?`;
}

/** More names than this are looked up, not read in a message. */
const mostNamed = 12;

/**
 * That there is no `what` of this name: with those most like it, and all there are, or where they are too many for a line the list
 * (`mcpcheck list mocks`) that has them.
 */
export function thereIsNo(what: string, word: string, known: readonly string[], list: string): string {
  const rest = known.length > mostNamed ? `\`mcpcheck list ${list}\` shows all ${known.length}` : `there are ${known.join(", ")}`;
  return `there is no ${what} ${word}${suggestion(word, known)}; ${rest}`;
}

function distanceTo(word: string, candidate: string): number {
  const contained = word.length >= 3 && candidate.includes(word);
  return contained ? Math.min(1, editDistance(word, candidate)) : editDistance(word, candidate);
}

/** Levenshtein: insertions, deletions and replacements that lead from one word to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
