import { kindOf } from "./fields.ts";
import type { Pointer } from "./problem.ts";
import { readServer } from "./read-server.ts";
import { isRecord, type Reader } from "./reader.ts";
import type { ServerDefinition } from "../server-definition.ts";

/**
 * A list of entries with names, or a map from names to entries. Two of one name are a problem, or the later wins where the profile
 * says so; in requests they always are a problem.
 */
export function readServers(value: unknown, pointer: Pointer, reader: Reader): ServerDefinition[] {
  const entries = entriesOf(value, pointer, reader);
  const byName = new Map<string, ServerDefinition>();
  for (const { key, entry, at } of entries) {
    const definition = readServer(entry, key, at, reader);
    if (definition === undefined) continue;
    if (byName.has(definition.name)) repeated(definition.name, at, reader);
    byName.set(definition.name, definition);
  }
  for (const path of reader.source.repeated) {
    const name = path.at(-1);
    const within = path.length === pointer.length + 1 && pointer.every((part, index) => path[index] === part);
    if (within && name !== undefined) repeated(String(name), path, reader);
  }
  return [...byName.values()];
}

type Entry = { readonly key: string | undefined; readonly entry: unknown; readonly at: Pointer };

function entriesOf(value: unknown, pointer: Pointer, reader: Reader): Entry[] {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => ({ key: undefined, entry, at: [...pointer, index] }));
  if (isRecord(value)) return Object.entries(value).map(([key, entry]) => ({ key, entry, at: [...pointer, key] }));
  if (value !== undefined && value !== null) reader.problem(pointer, `expected a list or a map of servers, got ${kindOf(value)}`);
  return [];
}

function repeated(name: string, at: Pointer, reader: Reader): void {
  const { origin, profile } = reader.rules;
  const message = `a second server named "${name}"`;
  if (origin === "request" || profile.configuration.duplicateName === "error") reader.problem(at, message);
  else reader.warning(at, `${message}; the later one is used`);
}
