/** A text in tool arguments that names a path, and where it stands. */
export type PathArgument = { readonly text: string; readonly place: string };

/** Arguments nested deeper than this are not worth following. */
const maxDepth = 64;

/**
 * The texts in tool arguments whose member is called a path, a file, a directory …: the last word of the member's name decides
 * (`outputDir`, `file_name`, `paths`). Lists below such a member hold paths; of maps below it the names do, their texts are contents
 * unless their own name says otherwise. Row B0-192.
 */
export function pathArguments(args: unknown, isPathWord: RegExp): readonly PathArgument[] | "too deep" {
  const found: PathArgument[] = [];
  const visit = (value: unknown, place: string, isPath: boolean, depth: number): boolean => {
    if (depth > maxDepth) return false;
    if (typeof value === "string") {
      if (isPath) found.push({ text: value, place });
      return true;
    }
    if (Array.isArray(value)) return value.every((one: unknown, index) => visit(one, `${place}[${index}]`, isPath, depth + 1));
    if (typeof value !== "object" || value === null) return true;
    return Object.entries(value).every(([name, one]: [string, unknown]) => {
      const below = place === "" ? name : `${place}.${name}`;
      if (isPath) found.push({ text: name, place: `a name in ${place}` });
      return visit(one, below, namesPath(name, isPathWord) || (isPath && typeof one === "object"), depth + 1);
    });
  };
  return visit(args, "", false, 0) ? found : "too deep";
}

/** Whether a member's name ends in a word for paths. */
function namesPath(name: string, isPathWord: RegExp): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  const both = words.slice(-2).join("");
  return [last, both].some((word) =>
    [word, word.replace(/ies$/, "y"), word.replace(/s$/, "")].some((form) => isPathWord.test(form)),
  );
}
