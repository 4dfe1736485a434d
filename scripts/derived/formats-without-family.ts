import { withoutFamily } from "../../src/model/scripted/families/without-family.ts";
import type { ToolCallFormat } from "../../src/toolcall/format.ts";

/** The tool-call formats that no model family speaks, each with the reason; docs/models.md ends with them. */
export function formatsWithoutFamily(formats: readonly ToolCallFormat[]): string {
  const rows = formats.flatMap(({ id, models }) => {
    const reason = withoutFamily[id];
    return reason === undefined ? [] : [`| \`${id}\` | ${models.join(", ").replaceAll("<", "&lt;")} | ${reason} |\n`];
  });
  return `| format | models | why it has no family |\n|---|---|---|\n${rows.join("")}`;
}
