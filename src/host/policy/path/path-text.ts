/** Whether a text is nothing but a path that may lead elsewhere: absolute, to a home, upwards, or a file URL; `@` may be in front. */
export function looksLikePath(text: string): boolean {
  const line = text.trim().replace(/^@/, "");
  if (/[\r\n]/.test(line)) return false;
  return (
    /^(?:\/[^/*\s]|~[\w.-]*\/|~$|[A-Za-z]:[\\/]|\\\\[^\\])/.test(line) ||
    (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(line) && !/\s/.test(line)) ||
    /^(?:[a-z-]+:)*file:\S/i.test(line)
  );
}

/**
 * The file URLs that a text is, as a whole or line by line, whatever stands in front of them (`view-source:file:///…`). One in the middle
 * of a sentence is text.
 */
export function fileUrlsIn(text: string): readonly string[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const words = line.trim();
    const [, url] = /^[^\s\p{L}\p{N}]*(?:[a-z][a-z:-]*:)?(file:(?:[\\/]|%2f|%5c).*)$/iu.exec(words) ?? [];
    return url === undefined ? [] : [url];
  });
}

/**
 * What a server may take for a path in a text that is called one: the text, its lines, and what begins like a path of its own after a
 * blank, a quote or a comma, or after an `@`.
 */
export function pathsIn(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/);
  const own = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|[\s,;|"'`=<>()])@?((?:\/|~[\w.-]*\/|\.\.\/|file:)[^\s,;|"'`<>()]*)/gi)].map(([, path = ""]) => path),
  );
  const urls = [...text.matchAll(/file:[^\s"'`<>]*/gi)].map(([url]) => url);
  return [...new Set([text, ...lines, ...own, ...urls])];
}
