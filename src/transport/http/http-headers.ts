import type { GivenHeaders, HeaderChanges } from "../client-transport.ts";

/**
 * Headers to send, in order and as they are written. Later layers replace earlier ones whatever the case of their names;
 * null leaves a header out, a list repeats it.
 */
export function mergeHeaders(...layers: readonly (HeaderChanges | GivenHeaders)[]): [string, string][] {
  const merged = new Map<string, [string, string][]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    const key = name.toLowerCase();
    if (value === null) merged.delete(key);
    else
      merged.set(
        key,
        [value].flat().map((one) => [name, one]),
      );
  }
  return [...merged.values()].flat();
}

/** The pairs of node's flat list of raw headers. */
export function pairHeaders(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
}

/** Headers by lower-case name; the values of one that occurs several times are joined with a comma. */
export function headersByName(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = Object.hasOwn(byName, key) ? byName[key] : undefined;
    byName[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return byName;
}

/** What a client sends with a request of a method when nobody asks for anything else. */
export function usualHeaders(method: string, body: string | null): Record<string, string> {
  if (method === "POST" && body !== null)
    return { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return method === "GET" ? { Accept: "text/event-stream" } : {};
}
