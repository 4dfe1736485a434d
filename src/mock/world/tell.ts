import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import type { HeaderFields } from "../../base/http/header-fields.ts";
import type { Self } from "./world.ts";

/** What a tool can tell: how the process was started, the headers of the call, and what the script wrote down. */
export const tellable = ["argv", "cwd", "env", "headers", "recorded"] as const;
export type Tellable = (typeof tellable)[number];

/** Most events written down; a script that is asked more often forgets the oldest. */
const mostRecorded = 1000;

/** What a server wrote down of the events its script names. */
export type Notebook = { readonly add: (entry: JsonObject) => void; readonly entries: () => readonly JsonObject[] };

/** An empty notebook. */
export function createNotebook(): Notebook {
  const entries: JsonObject[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > mostRecorded) entries.shift();
    },
    entries: () => [...entries],
  };
}

/** The answer to one question: an object with one member named after it. */
export function tell(what: Tellable, self: () => Self, headers: HeaderFields | undefined, notebook: Notebook): JsonObject {
  const known: Readonly<Record<Tellable, () => Json>> = {
    argv: () => self().argv,
    cwd: () => self().cwd,
    env: () => self().env,
    headers: () => headersAsJson(headers),
    recorded: notebook.entries,
  };
  return { [what]: known[what]() };
}

/** Header fields as JSON. */
export function headersAsJson(headers: HeaderFields | undefined): JsonObject {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, value ?? null]));
}
