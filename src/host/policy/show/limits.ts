/** A text for the model, cut with a notice when it is too long; the whole of it stays in the trace. */
export function cutForModel(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const kept = wholeCharacters(text, maxChars);
  return `${kept}\n[cut: ${text.length - kept.length} of ${text.length} characters left out]`;
}

/** A text for a person, cut to a number of characters including the three dots at its end. */
export function cutForPerson(text: string, maxChars: number): string {
  // A text has at least half as many code points as UTF-16 units.
  if (text.length <= maxChars) return text;
  const characters = Array.from(text.slice(0, 2 * maxChars + 2));
  if (characters.length <= maxChars) return text;
  return `${characters.slice(0, Math.max(0, maxChars - 3)).join("")}...`;
}

/** The first so many UTF-16 units, without half of a pair at the end. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length);
}

/**
 * How long a tool call may take, in milliseconds; `null` is for ever. What a request says goes before the server's own setting, this before
 * the environment, this before the profile; over HTTP the profile's limit is also an upper bound.
 */
export function callLimit(
  times: { readonly callMs: number | null; readonly callHttpMs: number | null },
  transport: "stdio" | "http" | "sse",
  chosen: readonly (number | undefined)[],
): number | null {
  const wish = chosen.find((one) => one !== undefined);
  if (transport === "stdio") return wish ?? times.callMs;
  if (wish === undefined || times.callHttpMs === null) return wish ?? times.callHttpMs;
  return Math.min(wish, times.callHttpMs);
}

/** How long `initialize` may take, in milliseconds; `null` is for ever. */
export function initializeLimit(
  times: { readonly initializeMs: number | null; readonly runnerInitializeMs: number | null },
  configured: number | undefined,
  mayDownload: boolean,
): number | null {
  return configured ?? (mayDownload ? (times.runnerInitializeMs ?? times.initializeMs) : times.initializeMs);
}
