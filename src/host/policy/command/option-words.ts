/** How a program reads its options: which take the next word as their value, and which are known to take none. */
export type OptionForm = { readonly valued: readonly string[]; readonly flags?: RegExp };

/**
 * Where the first word that is no option may be, from `from` on. An option nobody knows may take the next word as its value or not: a
 * plain word after one is given as a place, and so is the next.
 */
export function plainWords(args: readonly string[], { valued, flags }: OptionForm, from = 0): readonly number[] {
  const found: number[] = [];
  let unknown = false;
  for (let index = from; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--") return index + 1 < args.length ? [...found, index + 1] : found;
    if (!word.startsWith("-") || word === "-") {
      found.push(index);
      if (!unknown) return found;
      unknown = false;
    } else if (valued.includes(word)) {
      // What looks like an option is looked at as one, whatever it may be a value of.
      if (args[index + 1]?.startsWith("-") === false) index += 1;
      unknown = false;
    } else unknown = !word.includes("=") && flags?.test(word) !== true;
  }
  return found;
}
