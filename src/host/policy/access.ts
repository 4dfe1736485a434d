import { timingSafeEqual } from "node:crypto";
import { hostNameOf, isAddress, isLoopbackAddress, isLoopbackName } from "../../base/loopback.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { allowed, type Decision, refused } from "./decision.ts";

/** The settings of access to the host's own HTTP surfaces. */
export type AccessSettings = HostProfile["policy"]["access"];

/** What a request says of where it comes from. */
export type Caller = {
  /** The Host header. */
  readonly host: string | undefined;
  /** The Origin header; browsers send it, programs mostly do not. */
  readonly origin: string | undefined;
  /** The address at the other end of the connection. */
  readonly remoteAddress: string | undefined;
  /** Whether a proxy passed it on (X-Forwarded-For, Forwarded): its address is then not the caller's. */
  readonly forwarded: boolean;
  /** The bearer token sent along, if any. */
  readonly token: string | undefined;
  /** The Content-Type header. */
  readonly contentType: string | undefined;
  /** The Sec-Fetch-Site header, in which browsers say whose page a request is. */
  readonly site: string | undefined;
  /** The port of this host that the request came in at. */
  readonly ownPort: number | undefined;
};

/**
 * Whether a request may be answered at all: neither a page of another origin nor a name that was made to point here gets through. An
 * address as Host is fine, it cannot be rebound. A refusal is a 403.
 */
export function judgeCaller({ host, origin }: Pick<Caller, "host" | "origin">, settings: AccessSettings): Decision {
  if (!settings.checkOrigin) return allowed;
  const name = hostNameOf(host);
  if (name === undefined) return refused("access.host", "the Host header is missing or malformed");
  if (!isLoopbackName(name) && !isAddress(name) && !settings.hosts.includes(name)) {
    return refused("access.host", "the Host header names another host");
  }
  if (origin === undefined || settings.origins.includes(origin)) return allowed;
  const url = urlOf(origin);
  const isOwn =
    url !== undefined &&
    ["http:", "https:"].includes(url.protocol) &&
    isLoopbackName(url.hostname) &&
    (settings.originPort === 0 || portOf(url) === settings.originPort);
  return isOwn ? allowed : refused("access.origin", "requests from this origin are not accepted");
}

/**
 * Whether `mcp_servers` of a request may start something: from this machine, or with the token the host was started with. `expected` is
 * that token.
 */
export function judgeRequestServers(
  caller: Pick<Caller, "remoteAddress" | "forwarded" | "token">,
  settings: AccessSettings,
  expected: string | undefined,
): Decision {
  const rule = "access.request-servers";
  if (settings.requestServers === "never") return refused(rule, "this host takes no mcp_servers from requests");
  if (!caller.forwarded && isLoopbackAddress(caller.remoteAddress)) return allowed;
  if (settings.requestServers === "loopback") {
    return refused(
      rule,
      "mcp_servers in a request is accepted from this machine only (--allow-request-servers opens it, with a token)",
    );
  }
  const matches = expected !== undefined && expected !== "" && caller.token !== undefined && sameText(caller.token, expected);
  return matches ? allowed : refused(rule, "mcp_servers in a request needs the host's token");
}

/** A text as a URL, or undefined where it is none. */
export function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** The port a URL leads to, also where it is not written. */
export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Takes equally long wherever the texts differ. */
function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
