/** How a program reads its options: which take the next word as their value, and which are known to take none. */
export type OptionForm = { readonly valued: readonly string[]; readonly flags?: RegExp };

/**
 * Where the first word that is no option may be, from `from` on. An option nobody knows may take the next word as its value or not: a
 * plain word after one is given as a place, and so is the next. Where no next one comes the end of all words is, for every plain word may
 * be a value, and every option the program's own.
 */
export function plainWords(args: readonly string[], { valued, flags }: OptionForm, from = 0): readonly number[] {
  const found: number[] = [];
  let unknown = false;
  for (let index = from; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--" && index + 1 < args.length) return [...found, index + 1];
    if (word === "--") break;
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
  return found.length === 0 ? found : [...found, args.length];
}
