/** HTTP request headers with lower-case names, as Node gives them. */
export type HeaderFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header, several of them joined as HTTP reads them, or undefined. */
export function headerOf(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/**
 * The headers of a request whose names are spelled as servers usually see them, in lower case or with capitals as documented:
 * all that is seen by a server that looks for them by their spelling.
 */
export function usuallySpelled({
  headers,
  rawHeaders,
}: {
  readonly headers: HeaderFields;
  readonly rawHeaders: readonly string[];
}): HeaderFields {
  const odd = new Set(rawHeaders.filter((name, index) => index % 2 === 0 && !usual.test(name)).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !odd.has(name)));
}

const usual = /^(?:[^A-Z]+|(?:MCP|[A-Z][^A-Z-]*)(?:-[A-Z][^A-Z-]*)*)$/;
