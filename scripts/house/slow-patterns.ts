import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { simple } from "acorn-walk";
import { transformSync } from "esbuild";
import { analyse } from "scslre";

/**
 * The regular expressions of a source file that take, of some text, time that grows with the square of its length or faster: whoever sends
 * that text stops whoever reads it. Only what certainly does; patterns that are put together are not looked at.
 */
export function slowPatterns(root: string, path: string): readonly string[] {
  const code = readFileSync(join(root, path), "utf8");
  // Without types, which the parser does not read.
  const plain = transformSync(code, { loader: "ts", target: "esnext" }).code;
  const found: string[] = [];
  simple(parse(plain, { ecmaVersion: "latest", sourceType: "module" }), {
    Literal({ regex }) {
      const slow = regex === undefined ? undefined : slownessOf(regex.pattern, regex.flags);
      if (slow !== undefined) found.push(`${path}: ${slow}`);
    },
  });
  return found;
}

function slownessOf(source: string, flags: string): string | undefined {
  const { reports } = analyse({ source, flags }, { assumeRejectingSuffix: false, maxReports: 1 });
  const [report] = reports;
  if (report === undefined) return undefined;
  const { source: repeated } = report.character.literal;
  return `/${source}/ reads a long run of ${repeated} over and over (let no quantifier begin, or take, what another has just read)`;
}
