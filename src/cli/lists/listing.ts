import type { Json } from "../../jsonrpc/json.ts";
import { alignedText } from "./aligned-text.ts";

/** One thing of a list: what `--json` gives. `id` is what the other commands know it by. */
export type ListItem = { readonly id: string; readonly [member: string]: Json | undefined };

/** A list: its items, and which members a person is shown after the id. */
export type Listing = {
  readonly items: readonly ListItem[];
  readonly columns: readonly string[];
  /** Whether a person is told what the columns are: needed where they are figures. */
  readonly headed?: true;
};

/** A list as aligned lines: id and columns; the last column is not padded. */
export function listingText({ items, columns, headed }: Listing): string {
  const names = ["id", ...columns];
  const lines = items.map((item) => names.map((column) => cell(item[column])));
  const rows = headed === true ? [names, ...lines] : lines;
  return alignedText(rows);
}

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((one: Json) => cell(one)).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
