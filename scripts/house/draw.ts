import { instance } from "@viz-js/viz";
import type { SourceFile } from "./imports.ts";
import { type House, roomOf } from "./rooms.ts";

/**
 * The house as an SVG: a box for each room of `src` with the rooms inside of it, an arrow wherever a file of one imports from
 * another. Arrows that follow from others (a → b → c makes a → c) are left out, so that the layers can be seen.
 */
export async function drawHouse(house: House, files: readonly SourceFile[]): Promise<string> {
  const rooms = Object.keys(house.rooms).filter((room) => !room.includes("/"));
  const graph = [
    "digraph house {",
    '  graph [rankdir=TB, nodesep=0.25, ranksep=0.4, fontname="Helvetica", bgcolor="white", pad=0.2];',
    '  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#4a6b9a", fontname="Helvetica", fontsize=11, margin="0.3,0.08"];',
    '  edge [color="#7a8aa0", arrowsize=0.6];',
    ...rooms.map((room) => `  "${room}" [${boxOf(house, files, room)}];`),
    ...reduced(arrows(house, files), rooms).map(([from, to]) => `  "${from}" -> "${to}";`),
    "}",
  ].join("\n");
  const viz = await instance();
  return `${viz.renderString(graph, { format: "svg" }).trim()}\n`;
}

function boxOf(house: House, files: readonly SourceFile[], room: string): string {
  const inside = [...new Set(files.flatMap(({ path }) => subRoom(path, room) ?? []))].toSorted();
  const core = house.core.includes(room) ? ', fillcolor="#e7f6ea", color="#3d7a4a"' : "";
  const lines = Array.from({ length: Math.ceil(inside.length / 5) }, (_, row) => inside.slice(row * 5, row * 5 + 5).join("  "));
  const text = [`<b>${room}</b>`, ...lines.map((line) => `<font point-size="9" color="#555555">${line}</font>`)].join("<br/>");
  return `label=<${text}>${core}`;
}

function subRoom(path: string, room: string): string | undefined {
  const [top, name, more] = path.split("/").slice(1);
  return top === room && more !== undefined ? name : undefined;
}

function arrows(house: House, files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const top = (path: string): string => roomOf(house, path)?.split("/")[0] ?? "";
  for (const { path, imports } of files) {
    const from = top(path);
    for (const { target, ours } of imports)
      if (ours && top(target) !== from) found.set(from, (found.get(from) ?? new Set()).add(top(target)));
  }
  return found;
}

/** The arrows that do not follow from others. The house has no circles, so that each has one meaning. */
function reduced(
  found: ReadonlyMap<string, ReadonlySet<string>>,
  rooms: readonly string[],
): readonly (readonly [string, string])[] {
  const reach = (from: string, to: string): boolean =>
    [...(found.get(from) ?? [])].some((next) => next === to || reach(next, to));
  return rooms.flatMap((from) =>
    [...(found.get(from) ?? [])]
      .filter((to) => ![...(found.get(from) ?? [])].some((other) => other !== to && reach(other, to)))
      .toSorted()
      .map((to) => [from, to] as const),
  );
}
