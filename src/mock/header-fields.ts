/** HTTP request headers with lower-case names, as Node gives them. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, several of them joined as HTTP reads them, or undefined. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
