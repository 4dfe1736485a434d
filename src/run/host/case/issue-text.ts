import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** The place, as a JSON pointer after `#`, and the words of what is wrong with a document; the most telling issue of a union. */
export function issueText(error: z.ZodError): string {
  const { path, message } = deepest(error.issues[0]);
  const pointer = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return `#${pointer}: ${message}`;
}

function deepest(issue: Issue | undefined): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue?.code !== "invalid_union") return { path: issue?.path ?? [], message: issue?.message ?? "invalid" };
  const meant = issue.errors.filter(
    (issues) => !issues.some(({ code, path }) => code === "unrecognized_keys" && path.length === 0),
  );
  const [best] = meant
    .flat()
    .map(deepest)
    .toSorted((a, b) => b.path.length - a.path.length);
  if (best === undefined || best.path.length === 0) return { path: issue.path, message: issue.message };
  return { path: [...issue.path, ...best.path], message: best.message };
}
