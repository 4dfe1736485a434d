import type { Asked } from "../../../base/http/asked.ts";
import { headerOf } from "../../../base/http/header-fields.ts";
import type { MockServer } from "../../core.ts";

/** Why a request is turned away before its body is read: an HTTP status and words for a person. */
export type Refusal = { readonly status: number; readonly message: string };

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Guards against DNS rebinding: an Origin that is present must be one of ours, whatever its port, and so must the Host
 * (basic/transports, "Security Warning"). `host` is the name or address the server listens on.
 */
export function guardOrigin(server: MockServer, request: Asked, host: string): Refusal | undefined {
  const allowed = [...loopback, host, host.includes(":") ? `[${host}]` : host, ...(server.script.http?.allowedHosts ?? [])];
  const local = request.localAddress;
  if (local !== undefined) allowed.push(local.replace(/^::ffff:/, ""));
  const origin = headerOf(request.headers, "origin");
  if (origin !== undefined && !server.omits("origin") && !allowed.includes(hostnameOf(origin) ?? ""))
    return { status: 403, message: "Origin not allowed" };
  const named = headerOf(request.headers, "host");
  if (named !== undefined && !server.omits("host") && !allowed.includes(hostnameOf(`http://${named}`) ?? ""))
    return { status: 403, message: "Host not allowed" };
  return undefined;
}

function hostnameOf(url: string): string | undefined {
  try {
    const parsed = new URL(url);
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.hostname : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that a POST brings JSON and that its sender takes both JSON and an event stream. */
export function guardPost(server: MockServer, request: Asked): Refusal | undefined {
  const type = (headerOf(request.headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && !server.omits("content-type"))
    return { status: 415, message: "Content-Type must be application/json" };
  const both = accepts(request, "application/json") && accepts(request, "text/event-stream");
  return both || server.omits("accept")
    ? undefined
    : { status: 406, message: "Accept must list application/json and text/event-stream" };
}

/** Whether the Accept header of a request admits a media type; without the header everything is (RFC 9110, section 12.5.1). */
export function accepts(request: Asked, type: string): boolean {
  const header = headerOf(request.headers, "accept");
  if (header === undefined) return true;
  return header.split(",").some((part) => {
    const [range, ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return false;
    return range === "*/*" || range === type || range === `${type.split("/")[0]}/*`;
  });
}

/** A body as text; what is not UTF-8 becomes something that is not JSON. */
export function decodeBody(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return "not UTF-8";
  }
}
