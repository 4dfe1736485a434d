/** What a `WWW-Authenticate` header says of the scheme Bearer (RFC 6750 section 3, RFC 9728 section 5.1), by name. */
export function challengeIn(header: string | undefined): Readonly<Record<string, string>> {
  const [, rest = ""] = /(?:^|,\s*)Bearer\b(.*)$/i.exec(header ?? "") ?? [];
  const members = rest.matchAll(/(?<![a-z_])([a-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi);
  return Object.fromEntries(
    [...members].map(([, name = "", quoted, bare]) => [name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? bare ?? ""]),
  );
}
