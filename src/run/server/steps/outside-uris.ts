/** More steps up than any served directory is deep. */
const depth = 12;
const target = "etc/passwd";

/**
 * URIs that lead out of what a server lists, to a file every Unix has and nobody lists: from the directory of a listed file
 * and through a variable of a template, plainly and with the dots and slashes encoded.
 */
export function outsideUris(listed: readonly string[], templates: readonly string[]): string[] {
  const climbs = [
    `${"../".repeat(depth)}${target}`,
    `${"%2e%2e/".repeat(depth)}${target}`,
    `${"..%2f".repeat(depth)}etc%2fpasswd`,
  ];
  const file = listed.find((uri) => /^file:\/\//i.test(uri));
  const fromFile = file === undefined ? [] : climbs.map((climb) => `${file.slice(0, file.lastIndexOf("/") + 1)}${climb}`);
  const template = templates.find((one) => variable.test(one));
  const fromTemplate = template === undefined ? [] : climbs.map((climb) => expand(template, climb));
  return [...fromFile, ...fromTemplate];
}

const variable = /\{[+/]?[A-Za-z0-9_.]+\*?\}/;

/** Puts the climb in place of the last simple variable, for paths come last, and a plain word in place of the others. */
function expand(template: string, climb: string): string {
  const parts = template.split(/(\{[^{}]*\})/);
  const last = parts.findLastIndex((part) => variable.test(part));
  return parts
    .map((part, index) => {
      if (!part.startsWith("{")) return part;
      const slash = part.startsWith("{/") ? "/" : "";
      return index === last ? `${slash}${climb}` : variable.test(part) ? `${slash}mcpcheck` : "";
    })
    .join("");
}
