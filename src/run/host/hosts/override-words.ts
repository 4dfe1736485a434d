/** Settings of a profile in the form `--set` takes them. */
export function overrideWords(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(settings).map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
}
