/** A header value, decoded where it has the Base64 form (2026-07-28 basic/transports/streamable-http, "Value Encoding"). */
export function decodedHeader(value: string): string {
  const inner = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  if (inner === undefined) return value;
  const bytes = Uint8Array.from(atob(inner), (one) => one.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
