/** Shorter values would be found everywhere; a name that speaks of a secret lowers the bar. */
const leastLength = 8;
const leastSecretLength = 4;
const secretName = /key|token|secret|passw|auth|credential|cookie|session|bearer|dsn/i;

/**
 * A function that replaces every secret by `***`: the values of named variables and headers, in the forms they may come
 * back in (after an auth scheme, URL-encoded, inside a JSON string, in Base64).
 */
export function redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const needles = [...new Set(Object.entries(secrets).flatMap(([name, value]) => formsOf(name, value)))].toSorted(
    (a, b) => b.length - a.length,
  );
  if (needles.length === 0) return (text) => text;
  return (text) => needles.reduce((clean, needle) => (clean.includes(needle) ? clean.replaceAll(needle, "***") : clean), text);
}

function formsOf(name: string, value: string): string[] {
  const bare = value.replace(/^(Bearer|Basic|Token|ApiKey)\s+/i, "");
  const least = secretName.test(name) || bare !== value ? leastSecretLength : leastLength;
  if (bare.length < least) return [];
  return [bare, encodeURIComponent(bare), JSON.stringify(bare).slice(1, -1), Buffer.from(bare).toString("base64")];
}

/** A URL without what may be secret in it: user, password, and the values of its query. */
export function publicUrl(url: URL): string {
  const shown = new URL(url);
  if (shown.username !== "") shown.username = "***";
  if (shown.password !== "") shown.password = "***";
  for (const name of Array.from(shown.searchParams.keys())) if (secretName.test(name)) shown.searchParams.set(name, "***");
  return shown.href;
}
