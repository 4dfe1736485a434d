/** How far apart the numbers of ids may be on average that still count as counted: others may be given some too. */
const widestStep = 4;

/** Whether texts are equal but for one number in each, and these lie close together. */
export function areCounted(ids: readonly string[]): boolean {
  const parts = [...new Set(ids)].map((id) => /^(\D*)(\d{1,15})(\D*)$/.exec(id));
  const [first] = parts;
  if (parts.length < 2 || first === null || first === undefined) return false;
  if (!parts.every((part) => part !== null && part[1] === first[1] && part[3] === first[3])) return false;
  const numbers = parts.map((part) => Number(part?.[2]));
  return Math.max(...numbers) - Math.min(...numbers) <= widestStep * (numbers.length - 1);
}
