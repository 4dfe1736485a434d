/** What stands in a URL where something was left out. */
const hidden = "***";

/**
 * Whether a segment of a path looks like a key rather than a name: a UUID, a long word with digits in it, a longer one that mixes small
 * and capital letters with digits, or one so long that nobody would have named anything so.
 */
export function isPathToken(segment: string): boolean {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment)) return true;
  if (segment.length >= 24 && /[a-z]/.test(segment) && /[A-Z]/.test(segment) && /\d/.test(segment)) return true;
  return segment
    .split(/[-_.~]/)
    .some((word) => (word.length >= 16 && /\d/.test(word) && /[a-z]/i.test(word)) || word.length >= 32);
}

/**
 * A URL without what may be secret in it: user, password, all values of its query and fragment, and segments of its path that look
 * like keys. Also of a text that is not quite a URL.
 */
export function publicUrl(text: string): string {
  const shown = URL.canParse(text) ? new URL(text) : undefined;
  if (shown === undefined || shown.host === "") return roughly(text);
  if (shown.username !== "") shown.username = hidden;
  if (shown.password !== "") shown.password = hidden;
  shown.pathname = shown.pathname
    .split("/")
    .map((segment) => (isPathToken(segment) ? hidden : segment))
    .join("/");
  shown.search = withoutValues(shown.search);
  shown.hash = shown.hash.includes("=") ? withoutValues(shown.hash) : shown.hash;
  return shown.href === new URL(text).href ? text : shown.href;
}

/** `?a=1&b` as `?a=***&b=***`: what has no name may itself be the secret. */
function withoutValues(query: string): string {
  return query.replace(/(?<=[?#&])([^=&]*)(=?)[^&]*/g, (whole, name: string, equals: string) =>
    whole === "" ? "" : equals === "" ? hidden : `${name}=${hidden}`,
  );
}

function roughly(text: string): string {
  return withoutValues(text.replace(/^((?:[a-z][a-z0-9+.-]*:(?=\/))?\/*(?!\/))[^?#]*@/i, `$1${hidden}@`));
}
