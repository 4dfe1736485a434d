import { sha256 } from "../../base/sha256.ts";

/** What a name has to fit, and those that are taken: the new one is added. */
export type NameSpace = { readonly fits: RegExp; readonly longest: number; readonly taken: Set<string> };

/** How many hexadecimal digits tell names apart that were cut. */
const digits = 8;

/** A name that fits and that nothing else has: the same for the same name, whatever else is in the list, as long as it is free. */
export function fittingName(name: string, { fits, longest, taken }: NameSpace): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
  const started = fits.test(plain.slice(0, 1)) ? plain : `_${plain}`;
  const mark = `_${sha256(new TextEncoder().encode(name)).slice(0, digits)}`;
  const short = started.length > longest ? started.slice(0, longest - mark.length) + mark : started;
  const free = taken.has(short) ? short.slice(0, longest - mark.length) + mark : short;
  taken.add(free);
  return free;
}
