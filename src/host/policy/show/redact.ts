/** What stands where a secret was. */
export const mask = "***";

/**
 * A text without secrets: each of the given values, and the credentials of well-known forms (an Authorization value, user and password in
 * an address). Longer secrets go first, so that none is left in part.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= 4).toSorted((a, b) => b.length - a.length);
  return known
    .reduce((result, secret) => result.replaceAll(secret, mask), text)
    .replace(/\b(Bearer|Basic)\s+(?!\*)[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${mask}`)
    .replace(/(\w:\/\/[^\s/:@]*):[^\s/@]*@(?:[^\s/@"'<>?#]*@)*/g, `$1:${mask}@`);
}
