import type { z } from "zod";
import { McpcheckError } from "../mcpcheck-error.ts";
import { suggestion } from "../nearest.ts";
import { parseJson } from "../json/parse-json.ts";

/**
 * The text of a JSON file as the value its schema describes; `maker` is what writes such a file, where something does.
 * @throws McpcheckError `usage`: with file, line and column when it is not JSON or nests too deeply, with file and JSON pointer when it does not fit
 */
export function parseJsonFile<S extends z.ZodType>(text: string, file: string, schema: S, maker?: string): z.infer<S> {
  const parsed = schema.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] && nearestIssue(parsed.error.issues[0]);
  const more = parsed.error.issues.length > 1 ? ` (and ${parsed.error.issues.length - 1} more)` : "";
  const remedy = maker === undefined ? "" : `; such a file is written by ${maker}`;
  throw new McpcheckError(
    "usage",
    `${file}${pointer(issue?.path ?? [])}: ${issue === undefined ? "does not fit" : said(issue, schema)}${more}${remedy}`,
  );
}

type Issue = z.core.$ZodIssue;

/**
 * For a value that fits no branch of a union: the fault within the branch that it fits best, when one stands out;
 * otherwise what the branches expected.
 */
function nearestIssue(issue: Issue): Pick<Issue, "path" | "message"> {
  if (issue.code !== "invalid_union") return issue;
  const fewest = Math.min(...issue.errors.map((branch) => branch.length));
  const best = issue.errors.filter((branch) => branch.length === fewest);
  const [inner] = best[0] ?? [];
  if (inner !== undefined && best.length === 1) {
    const { path, message } = nearestIssue(inner);
    return { path: [...issue.path, ...path], message };
  }
  if (issue.message !== "Invalid input") return issue;
  const expected = new Set(best.flatMap((branch) => branch.map((one) => nearestIssue(one).message)));
  return { path: issue.path, message: [...expected].join(", or: ") };
}

/** More keys than this are looked up in the documentation, not read in a message. */
const mostNamed = 12;

/** What is wrong, in words; of a key that is not known also which it might be. */
function said(issue: Pick<Issue, "path" | "message"> & { readonly keys?: readonly string[] }, schema: z.ZodType): string {
  const known = keysAt(schema, issue.path);
  if (issue.keys === undefined) return issue.message;
  const meant = issue.keys.map((key) => suggestion(key, known)).join("");
  const all = known.length > 0 && known.length <= mostNamed ? `; there are ${known.join(", ")}` : "";
  return `${issue.message}${meant === "" ? all : meant}`;
}

/** The keys that an object of a schema may have at a path; none where it says nothing of them. */
function keysAt(schema: unknown, [first, ...rest]: readonly PropertyKey[]): readonly string[] {
  const { shape, unwrap } = schema as {
    readonly shape?: Readonly<Record<PropertyKey, unknown>>;
    readonly unwrap?: () => unknown;
  };
  if (shape === undefined) return unwrap === undefined ? [] : keysAt(unwrap(), first === undefined ? [] : [first, ...rest]);
  return first === undefined ? Object.keys(shape) : first in shape ? keysAt(shape[first], rest) : [];
}

/** A path of keys as `#` and a JSON pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return `#${path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}
