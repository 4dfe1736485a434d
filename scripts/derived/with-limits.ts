import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const security = fileURLToPath(new URL("../../SECURITY.md", import.meta.url));

/** What cannot be promised, as SECURITY.md says it, in place of what docs/servers.md said of it. @throws Error where one of them lacks the section */
export function withLimits(page: string): string {
  const [, limits] = sectionOf(readFileSync(security, "utf8"), "## What cannot be promised");
  const [before, , after] = sectionOf(page, "## What cannot be promised");
  return `${before}${limits}${after}`;
}

/** A text before, within and after the section below a heading, up to the next heading. */
function sectionOf(text: string, heading: string): readonly [string, string, string] {
  const from = text.indexOf(`\n${heading}\n`) + heading.length + 2;
  const to = text.indexOf("\n#", from);
  if (!text.includes(`\n${heading}\n`) || to === -1) throw new Error(`the section is missing: ${heading}`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}
