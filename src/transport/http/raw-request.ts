import type { RawHttpRequest } from "../client-transport.ts";

/** Where a request of any shape goes: its path resolved against the endpoint, at the host it names; elsewhere the header Host stays that of the endpoint. */
export function addressOf(
  { path, host }: RawHttpRequest,
  endpoint: URL,
): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(path ?? "", endpoint);
  if (path === undefined) url.search = endpoint.search;
  if (host === undefined) return { url, headers: {} };
  url.hostname = host;
  return { url, headers: { Host: endpoint.host } };
}
