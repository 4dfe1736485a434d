import { type AccessSettings, type Caller, portOf, urlOf } from "./access.ts";

/**
 * Whether a request of a page comes from the host's own address, or from an origin the operator named. A page of another port is a
 * page of another program, and whoever has a name below `localhost` is anybody.
 */
function isOwnPage({ origin, host, ownPort }: Pick<Caller, "origin" | "host" | "ownPort">, settings: AccessSettings): boolean {
  if (origin === undefined || settings.origins.includes(origin)) return true;
  const url = urlOf(origin);
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.hostname.endsWith(".localhost")) return false;
  if (urlOf(`${url.protocol}//${host ?? ""}`)?.host === url.host) return true;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) && portOf(url) === ownPort;
}

/** Why a request may not start programs, and the HTTP status that says so. */
export type StarterFault = { readonly status: 403 | 415; readonly message: string };

/**
 * What keeps a request from starting programs, if anything. A page of anybody may have a browser POST text here, but neither JSON, which
 * the browser asks about first, nor with an Origin that is not its own.
 */
export function starterFault(caller: Caller, settings: AccessSettings): StarterFault | undefined {
  if (settings.starters === "any") return undefined;
  if (!isOwnPage(caller, settings))
    return {
      status: 403,
      message: "a page of another origin must not start programs (--set policy.access.origins=… names origins that may)",
    };
  return isJson(caller)
    ? undefined
    : { status: 415, message: "a request that starts programs needs content-type: application/json" };
}

/** Whether what a page of another origin sends has to be refused for its form: text and forms need no permission of the browser's. */
export function isSmuggled(caller: Caller, settings: AccessSettings): boolean {
  return settings.starters === "own" && !isOwnPage(caller, settings) && !isJson(caller);
}

/** Whether a request comes from a page that is not the host's own, also where a browser sends no Origin: an image, a script. */
export function isForeignPage(caller: Caller, settings: AccessSettings): boolean {
  const named = caller.origin !== undefined && settings.origins.includes(caller.origin);
  const elsewhere = caller.site !== undefined && !["same-origin", "none"].includes(caller.site.trim().toLowerCase());
  return !isOwnPage(caller, settings) || (elsewhere && !named);
}

function isJson({ contentType }: Caller): boolean {
  return /^application\/json *(?:;|$)/i.test(contentType?.trim() ?? "");
}
