/** What a published page has of one subject: its rows in the table, and its section where it has one. */
export type PagePart = { readonly rows: readonly string[]; readonly section: readonly string[] };

/** Takes from a published page what it has of one subject, so that the others can be judged anew without it. */
export function partOfPage(page: string, id: string): PagePart {
  const lines = page.split("\n");
  const from = lines.indexOf(`## ${id}`);
  if (from === -1) return { rows: [], section: [] };
  const next = lines.findIndex((line, index) => index > from && line.startsWith("## "));
  const own = lines.slice(from, next === -1 ? undefined : next);
  return { rows: lines.filter((line) => line.startsWith(`| ${id} |`)), section: [`${own.join("\n").trimEnd()}\n`] };
}
