import type { JsonObject } from "../../jsonrpc/json.ts";
import type { HostProfile } from "../profile/host-profile.ts";

/** What the order of calls depends on. */
export type Plannable = {
  readonly name: string;
  readonly arguments: JsonObject | undefined;
  /** Whether the tool says it only reads; the host's own meta-tool does. */
  readonly readOnly: boolean;
};

/** Whether the calls of one answer may run together; otherwise one after the other. */
export function mayRunTogether(calls: readonly Plannable[], order: HostProfile["loop"]["order"]): boolean {
  if (calls.length < 2) return false;
  if (order === "sequential") return false;
  if (order === "readOnly") return calls.every(({ readOnly }) => readOnly);
  return !mixesReadingAndWriting(calls) && !sharesPath(calls) && !calls.some(({ name }) => ordered.test(name));
}

const writing = /write|create|edit|append/i;
const reading = /read|list|get/i;
const ordered = /(?:^|[^a-z])(?:first|then|next|after|before|finally|last)(?:[^a-z]|$)/i;

function mixesReadingAndWriting(calls: readonly Plannable[]): boolean {
  return calls.some(({ name }) => writing.test(name)) && calls.some(({ name }) => reading.test(name));
}

function sharesPath(calls: readonly Plannable[]): boolean {
  const paths = calls.flatMap(({ arguments: given }) =>
    ["path", "file"].flatMap((key) => (typeof given?.[key] === "string" ? [given[key]] : [])),
  );
  return new Set(paths).size < paths.length;
}
