/** Header fields that the protocol sets on every request: what a configuration says of them would only break it. */
const reserved = new Set([
  "accept",
  "content-type",
  "content-length",
  "mcp-session-id",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
]);

/** Configured headers without those that are the protocol's own, and the names of the latter. */
export function withoutReserved(headers: Readonly<Record<string, string>>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
} {
  const isOurs = ([name]: readonly [string, string]): boolean => reserved.has(name.toLowerCase());
  const all = Object.entries(headers);
  return {
    headers: Object.fromEntries(all.filter((field) => !isOurs(field))),
    ignored: all.filter(isOurs).map(([name]) => name),
  };
}
