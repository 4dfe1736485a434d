import type { ToolCallFormat } from "../format.ts";
import { formats } from "./registry.ts";

/** The number of single-character edits between two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Format ids that may have been meant: similar spellings, and formats that other engines know under this name. */
export function nearestFormats(name: string, limit = 3): readonly string[] {
  const wanted = name.toLowerCase().slice(0, 100);
  const ranked = formats.map((format) => {
    const elsewhere = Object.values(format.namesElsewhere).some((other) =>
      other
        .toLowerCase()
        .split(/[\s,/]+/u)
        .includes(wanted),
    );
    const holds = format.id.includes(wanted) || wanted.includes(format.id);
    return { id: format.id, score: elsewhere ? 0 : holds ? 1 : distance(wanted, format.id) };
  });
  ranked.sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1));
  return ranked
    .filter(({ score }) => score <= Math.max(3, wanted.length / 2))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** A model's name as patterns know it: in small letters, without its owner, a tag behind a hyphen. */
export function plainModelName(model: string): string {
  return (model.split("/").at(-1) ?? "").toLowerCase().replace(":", "-");
}

/**
 * The format a model writes, by its id as hubs and servers spell it: `Qwen/Qwen3-Coder-30B-A3B-Instruct`,
 * `qwen3-coder:30b`. The most specific pattern (the longest) decides; undefined when no format lists the model.
 */
export function formatForModel(model: string): ToolCallFormat | undefined {
  const name = plainModelName(model);
  let best: { format: ToolCallFormat; length: number } | undefined;
  for (const format of formats) {
    for (const pattern of format.modelPatterns) {
      const length = new RegExp(pattern, "u").exec(name)?.[0].length ?? -1;
      if (length > (best?.length ?? 0)) best = { format, length };
    }
  }
  return best?.format;
}
