import { asObject, type Json } from "../jsonrpc/json.ts";
import type { PartChange } from "./change.ts";
import { texts } from "./diff-schema.ts";
import { sameJson } from "../jsonrpc/sorted-json.ts";

/**
 * What hosts decide by, with what holds where nothing is said, and the value that lets more be done without asking
 * (ToolAnnotations, 2025-11-25 schema).
 */
const hints = {
  readOnlyHint: { usual: false, harmless: true },
  destructiveHint: { usual: true, harmless: false },
  idempotentHint: { usual: false, harmless: true },
  openWorldHint: { usual: true, harmless: false },
} as const;

/** How the annotations of a tool changed: a tool that is less harmless than it said is another tool. */
export function annotationChanges(was: Json | undefined, is: Json | undefined): PartChange[] {
  const [before, after] = [asObject(was), asObject(is)];
  const decided = Object.entries(hints).flatMap(([name, { usual, harmless }]): PartChange[] => {
    const [had, has] = [before[name] ?? usual, after[name] ?? usual];
    if (had === has) return [];
    const kind = has === harmless ? "compatible" : "breaking";
    return [{ kind, at: `/${name}`, message: `was ${JSON.stringify(had)}, is ${JSON.stringify(has)}` }];
  });
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !(name in hints) && !sameJson(before[name], after[name]),
  );
  return [
    ...decided,
    ...others.map((name): PartChange => ({
      kind: "cosmetic",
      at: `/${name}`,
      message: `${name} changed`,
      ...texts(before[name], after[name]),
    })),
  ];
}
