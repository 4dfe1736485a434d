import { fileUrlsIn, looksLikePath } from "./path-text.ts";
import { withoutEnd } from "../../../base/without-end.ts";

/** A text in tool arguments that names a path, and where it is. */
export type PathArgument = { readonly text: string; readonly place: string };

/** Which members hold paths, by the words of their names; and those that may, which their values then say. */
export type PathWords = { readonly path: RegExp; readonly maybe: RegExp | undefined };

/** What the text of a member is: a path, one if it looks like it, or anything, in which only a file URL is one. */
type Kind = "path" | "maybe" | "any";

/** Arguments nested deeper than this are not worth following. */
const maxDepth = 64;

/**
 * The texts in tool arguments that are paths. The last word of a member's name decides (`outputDir`, `file_name`, `paths`, `path1`).
 * Lists below such a member hold paths; of maps below it the names do, and their texts where they look like it. Without `maybe` only
 * names count, with it also values that look like a path in members whose names leave it open, and file URLs wherever they are.
 */
export function pathArguments(args: unknown, words: PathWords): readonly PathArgument[] | "too deep" {
  const found: PathArgument[] = [];
  const bySight = words.maybe !== undefined;
  const visit = (value: unknown, place: string, kind: Kind, depth: number): boolean => {
    if (depth > maxDepth) return false;
    if (typeof value === "string") {
      const isPath = kind === "path" || (kind === "maybe" && looksLikePath(value));
      const texts = isPath ? [value] : bySight ? fileUrlsIn(value) : [];
      found.push(...texts.map((text) => ({ text, place })));
      return true;
    }
    if (Array.isArray(value)) return value.every((one: unknown, index) => visit(one, `${place}[${index}]`, kind, depth + 1));
    if (typeof value !== "object" || value === null) return true;
    return Object.entries(value).every(([name, one]: [string, unknown]) => {
      const below = place === "" ? name : `${place}.${name}`;
      if (kind === "path") found.push({ text: name, place: `a name in ${place}` });
      const own = kindOf(name, words);
      const inherited: Kind = kind !== "path" ? kind : typeof one === "object" ? "path" : bySight ? "maybe" : "any";
      return visit(one, below, own === "any" ? inherited : own, depth + 1);
    });
  };
  return visit(args, "", "any", 0) ? found : "too deep";
}

function kindOf(name: string, { path, maybe }: PathWords): Kind {
  if (endsIn(name, path, maybe !== undefined)) return "path";
  return maybe !== undefined && endsIn(name, maybe, true) ? "maybe" : "any";
}

/** Whether a member's name ends in one of the words, also in the plural, and with a number after it where that is asked for. */
function endsIn(name: string, pattern: RegExp, numbered: boolean): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (numbered ? withoutEnd(word, "0123456789") : word))
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  const both = words.slice(-2).join("");
  return [last, both].some((word) =>
    [word, word.replace(/ies$/, "y"), word.replace(/s$/, "")].some((form) => pattern.test(form)),
  );
}
