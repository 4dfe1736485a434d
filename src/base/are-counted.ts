/** How far apart the numbers may be on average that still count as counted: other clients may have got some too. */
const widestStep = 4;

/** The longest run of digits that is a number of its own, and not a part of something drawn at random. */
const mostDigits = 15;

/** Whether texts are equal but for one number, the same in each, and these numbers lie close together. */
export function areCounted(texts: readonly string[]): boolean {
  const parts = [...new Set(texts)].map((text) => text.split(/(\d+)/));
  const [first] = parts;
  if (first === undefined || parts.length < 2 || parts.some((one) => one.length !== first.length)) return false;
  const varying = first.flatMap((part, place) => (parts.some((one) => one[place] !== part) ? [place] : []));
  const [place] = varying;
  if (place === undefined || varying.length > 1 || place % 2 === 0) return false;
  const words = parts.map((one) => one[place] ?? "");
  if (words.some((word) => word.length > mostDigits)) return false;
  const numbers = words.map(Number);
  return Math.max(...numbers) - Math.min(...numbers) <= widestStep * (numbers.length - 1);
}
