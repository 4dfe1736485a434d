import { drawHouse } from "./draw.ts";
import type { SourceFile } from "./imports.ts";
import type { House } from "./rooms.ts";

/** What is written from the plan of the house: a path from the root, and what makes the new text of the old one. */
export type Page = { readonly path: string; readonly write: (old: string) => Promise<string> };

/** The pages that follow from `rooms.json` and the imports: `npm run house` writes them, lint holds them to be current. */
export function pages(house: House, files: readonly SourceFile[]): readonly Page[] {
  return [
    { path: "docs/architecture.svg", write: async () => await drawHouse(house, files) },
    { path: "docs/architecture.md", write: async (old) => between(old, "docs/architecture.md", roomTable(house)) },
  ];
}

const begin = "<!-- rooms: written by `npm run house` -->";
const end = "<!-- /rooms -->";

function between(old: string, path: string, text: string): string {
  const from = old.indexOf(begin);
  const to = old.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path}: the marks ${begin} and ${end} are missing`);
  return `${old.slice(0, from + begin.length)}\n\n${text}\n\n${old.slice(to)}`;
}

function roomTable({ core, rooms }: House): string {
  const rows = Object.entries(rooms).map(([name, { holds, mayImport }]) => {
    const imports = mayImport.length === 0 ? "nothing of ours" : mayImport.includes("*") ? "everything" : mayImport.join(", ");
    return `| \`${name}\`${core.includes(name) ? " ●" : ""} | ${holds} | ${imports} |`;
  });
  return ["| room | holds | may import |", "|---|---|---|", ...rows].join("\n");
}
