import type { ReferenceRequest } from "./answer-request.ts";

/** A request of the line protocol, read: what to parse, in which format, and the id to answer under. */
export type LineRequest = ReferenceRequest & { readonly format: string; readonly id?: unknown };

/**
 * Reads one line of a batch. `input` with optional `chunks`, or `chunks` alone as an array of strings.
 * @returns the request, or in one line why it is none
 */
export function readRequest(line: string): LineRequest | { readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { error: "a request is a JSON object" };
  const members = value as Readonly<Record<string, unknown>>;
  const error = faultOf(members);
  if (error !== undefined) return { error };
  return {
    format: members["format"] as string,
    chunks: (members["chunks"] as LineRequest["chunks"] | undefined) ?? [members["input"] as string],
    ...pick(members, ["id", "input", "tools", "prefix", "tokenIds", "unparsed"]),
  };
}

function faultOf({
  format,
  input,
  chunks,
  tools,
  prefix,
  tokenIds,
  unparsed,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof format !== "string") return '"format" must be the id of a format';
  if (input !== undefined && typeof input !== "string") return '"input" must be a string';
  if (chunks === undefined && input === undefined) return 'a request needs "input" or "chunks"';
  if (isStrings(chunks)) {
    if (input !== undefined && chunks.join("") !== input) return '"chunks" do not add up to "input"';
  } else if (chunks !== undefined && chunks !== "bytes" && !isSize(chunks)) {
    return '"chunks" must be an array of strings, a whole number of at least 1, or "bytes"';
  } else if (chunks !== undefined && input === undefined) return `"chunks": ${JSON.stringify(chunks)} needs "input"`;
  if (tools !== undefined && !(Array.isArray(tools) && tools.every((tool) => typeof tool === "object" && tool !== null)))
    return '"tools" must be an array of objects';
  if (prefix !== undefined && typeof prefix !== "string") return '"prefix" must be a string';
  if (unparsed !== undefined && unparsed !== "text" && unparsed !== "withhold") return '"unparsed" must be "text" or "withhold"';
  if (tokenIds !== undefined && !(isStrings(chunks) && isIds(tokenIds, chunks.length)))
    return '"tokenIds" must hold an array of numbers for each of the strings in "chunks"';
  return undefined;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isSize(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

function isIds(value: unknown, length: number): boolean {
  return (
    Array.isArray(value) &&
    value.length === length &&
    value.every((ids) => Array.isArray(ids) && ids.every((id) => Number.isInteger(id)))
  );
}

function pick(members: Readonly<Record<string, unknown>>, keys: readonly string[]): object {
  return Object.fromEntries(keys.filter((key) => members[key] !== undefined).map((key) => [key, members[key]]));
}
