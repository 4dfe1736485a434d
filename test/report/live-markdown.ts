/** What GitHub or a browser would make something of in a Markdown page: links, images, markup, mentions, references. */
const live = /\]\(|!\[|<[a-z!/]|https?:\/\/|www\.|mailto:|@\w|#\d|\bGH-\d|:\w+:/gi;

/**
 * Everything live in a page of ours outside of code, but for our own links to the specification. Fences are as long as it takes, code
 * spans are of one backtick.
 */
export function liveMarkdown(page: string): readonly string[] {
  const text = page
    .replace(/^(`{3,})text\n[^]*?\n\1$/gm, "")
    .replace(/`[^`\n]*`/g, "")
    .replaceAll(/\[specification\]\(https:\/\/(?:modelcontextprotocol\.io|html\.spec\.whatwg\.org)\/[\w./#-]*\)/g, "")
    .replaceAll(/&#(\d+);/g, (_entity, code: string) =>
      code === "64" || code === "35" ? String.fromCharCode(Number(code)) : "",
    );
  return text.match(live) ?? [];
}
