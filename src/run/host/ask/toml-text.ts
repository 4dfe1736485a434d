/** A document as TOML 1.0: each of its members on a line of its own, what they hold as inline tables and arrays. */
export function tomlText(document: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(document).map(([key, value]) => `${quoted(key)} = ${inline(value)}`);
  return `${lines.join("\n")}\n`;
}

function inline(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return `{ ${members.map(([key, item]) => `${quoted(key)} = ${inline(item)}`).join(", ")} }`;
}

/** JSON's escapes are TOML's, but that TOML wants U+007F escaped, too. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007F", String.raw`\u007F`);
