/** The values of the variables when a URI is an expansion of a template with simple `{name}` expressions, else undefined. */
export function matchTemplate(template: string, uri: string): Readonly<Record<string, string>> | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{[^{}]+\})/).map((part) => {
    if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(part.slice(1, -1));
    return "([^/?#]*)";
  });
  const match = new RegExp(`^${pattern.join("")}$`).exec(uri);
  if (match === null) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decoded(match[i + 1] ?? "")]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text with every `{name}` replaced by its value; unknown names stay. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([^{}]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
