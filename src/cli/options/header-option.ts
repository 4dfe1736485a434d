import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { GivenHeaders } from "../../transport/client-transport.ts";

/** The help of `--header`, wherever it is offered. */
export const headerHelp = "an HTTP header for every request, as 'Name: value' (repeatable)";

/**
 * What several `--header` lines say. A name that is given more than once, in whatever case, has the list of its values,
 * in order. @throws McpcheckError `usage`
 */
export function givenHeaders(lines: readonly string[]): GivenHeaders {
  const given = new Map<string, { readonly name: string; readonly values: readonly string[] }>();
  for (const line of lines) {
    const cut = line.indexOf(":");
    if (cut < 1)
      throw new McpcheckError(
        "usage",
        `--header: expected 'Name: value', got ${line.length} characters without a name and a colon`,
      );
    const name = line.slice(0, cut).trim();
    const before = given.get(name.toLowerCase()) ?? { name, values: [] };
    given.set(name.toLowerCase(), { ...before, values: [...before.values, line.slice(cut + 1).trim()] });
  }
  return Object.fromEntries(
    [...given.values()].map(({ name, values: [value = "", ...more] }) => [name, more.length === 0 ? value : [value, ...more]]),
  );
}

/** Each value under a name of its own that begins with its header's, for whoever looks at values alone. */
export function headerValues(headers: GivenHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one, index) => [`${name} ${index + 1}`, one])),
  );
}

/** One line per name, for senders that know no other: values are joined as HTTP has it (RFC 9110, section 5.3). */
export function joinedHeaders(headers: GivenHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(/^cookie$/i.test(name) ? "; " : ", ")]),
  );
}

/** The same lines for a command that is shown: values are left for the user to fill in. */
export function shownHeaderOptions(lines: readonly string[]): string[] {
  return lines.flatMap((line) => ["--header", `${line.split(":")[0]}: …`]);
}
