import { type Agent, type ClientRequest, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

/** One request as it is to be written; `host` and `content-length` are added unless `omit` (lower case) names them. */
export type WireRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly omit?: ReadonlySet<string>;
  readonly body: string | null;
};

/** Headers beyond this many bytes are refused. */
const maxHeaderSize = 256 * 1024;

/** The headers of a request as they are to be sent: adds those that node would otherwise add unseen, so that what is recorded is what is sent. */
export function withFraming({ method, url, headers, omit, body }: WireRequest): [string, string][] {
  const framed = headers.map(([name, value]): [string, string] => [name, value]);
  const add = (name: string, value: string): void => {
    const given = framed.some(([other]) => other.toLowerCase() === name.toLowerCase());
    if (!given && !omit?.has(name.toLowerCase())) framed.push([name, value]);
  };
  add("Host", url.host);
  if (url.username !== "" || url.password !== "") add("Authorization", basicCredentials(url));
  if (body === null && /^(POST|PUT|PATCH)$/u.test(method)) add("Content-Length", "0");
  if (body !== null) add("Content-Length", String(Buffer.byteLength(body)));
  add("Connection", "keep-alive");
  return framed;
}

/** Headers as node takes them: the values of a name that occurs several times as a list, which it sends line by line. */
function linesByName(headers: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), value]);
  return Object.fromEntries(
    [...byName].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

function basicCredentials({ username, password }: URL): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A URL without the credentials in it, which are sent as a header. */
export function withoutCredentials(url: URL): string {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/**
 * Writes a request.
 * @throws TypeError when a header or the method holds what HTTP cannot carry
 */
export function writeRequest(wanted: WireRequest, headers: [string, string][], agent: Agent): ClientRequest {
  const { url, method, body, omit } = wanted;
  const make = url.protocol === "https:" ? httpsRequest : httpRequest;
  const request = make(url, { method, agent, setHost: false, maxHeaderSize, headers: linesByName(headers) });
  for (const name of omit ?? []) request.removeHeader(name);
  request.end(body ?? undefined);
  return request;
}
