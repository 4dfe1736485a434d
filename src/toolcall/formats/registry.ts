import type { ToolCallFormat } from "../format.ts";
import { formatFiles } from "./format-files.generated.ts";

/** Every format, sorted by id. */
export const formats: readonly ToolCallFormat[] = formatFiles.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The format with this id, or undefined. */
export function formatById(id: string): ToolCallFormat | undefined {
  return formats.find((format) => format.id === id);
}
