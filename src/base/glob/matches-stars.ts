/** Whether a pattern in which `*` stands for any characters, and nothing else for anything but itself, matches the whole of a text. */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return text === first;
  const last = others.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
