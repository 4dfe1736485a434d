import { hostNameOf, isAddress, isLoopbackAddress, isLoopbackName } from "../../base/loopback.ts";

/**
 * Why a request is not answered: it comes from a page of another machine, or by a name that was made to point here. What is kept of
 * requests is not for pages. `names` are those this server goes by besides addresses and `localhost`; undefined for a request that is fine.
 */
export function foreignTo(
  names: readonly string[],
  { host, origin }: { readonly host?: string | undefined; readonly origin?: string | undefined },
): string | undefined {
  const isOurs = (name: string): boolean => name === "localhost" || isLoopbackAddress(name) || names.includes(name);
  const asked = hostNameOf(host);
  if (host !== undefined && (asked === undefined || !(isOurs(asked) || isLoopbackName(asked) || isAddress(asked))))
    return "Host not allowed";
  if (origin === undefined) return undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn =
    page !== undefined && ["http:", "https:"].includes(page.protocol) && (isOurs(page.hostname) || page.host === host);
  return isOwn ? undefined : "Origin not allowed";
}
