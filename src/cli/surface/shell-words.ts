import { McpcheckError } from "../../base/mcpcheck-error.ts";

/**
 * The words of a command line as a shell splits it: at spaces, with single and double quotes and backslashes. Nothing is expanded.
 * @throws McpcheckError `usage` for a quote that is not closed, and for nothing
 */
export function shellWords(line: string): string[] {
  const words = [...line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs)].map(([word]) => word);
  const left = line.replace(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs, "").trim();
  if (left !== "") throw new McpcheckError("usage", `a quote or backslash is not closed in the command line: ${line}`);
  if (words.length === 0) throw new McpcheckError("usage", "an empty command line");
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
      (_whole, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? "",
    ),
  );
}
