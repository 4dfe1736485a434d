/** A value of plain data with every text in it cleaned, names of members too. */
export function cleaned<T>(value: T, clean: (text: string) => string): T {
  return cleanedAny(value, clean) as T;
}

function cleanedAny(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((one) => cleanedAny(one, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), cleanedAny(member, clean)]));
}
