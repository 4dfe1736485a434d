import { lookup } from "node:dns";
import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { addressFault, isNamed, isPrivateAddress } from "../../agent/address-guard.ts";
import type { Clock } from "../../base/time/clock.ts";

/** Something that is sent to somebody who asked for it. */
export type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
};

/** What came of it: a status, or why there is none. */
export type Posted = { readonly status: number } | { readonly error: string };

/** Sends one post. Never rejects. */
export type Poster = (post: Post, signal: AbortSignal) => Promise<Posted>;

/** What a poster needs: `allowed` are the hosts in private networks that may be called, `timeoutMs` is for a whole exchange. */
export type PosterSetup = { readonly allowed: readonly string[]; readonly clock: Clock; readonly timeoutMs: number };

/**
 * A poster that calls nobody in a private network unless he is named: the address that is judged is the one that is connected to, so a
 * name that is made to point elsewhere meanwhile gains nothing. It follows no redirects.
 */
export function createPoster({ allowed, clock, timeoutMs }: PosterSetup): Poster {
  return (post, signal) =>
    new Promise((resolve) => {
      const fault = addressFault(post.url, allowed);
      if (fault !== undefined) return resolve({ error: fault });
      const url = new URL(post.url);
      const headers = { ...post.headers, "content-length": String(post.bytes.length) };
      const send = url.protocol === "https:" ? requestHttps : requestHttp;
      const options = { method: "POST", headers, agent: false, signal, ...(isNamed(url, allowed) ? {} : { lookup: publicOnly }) };
      const sent: ClientRequest = send(url, options, (response) => {
        const { statusCode: status = 0 } = response;
        response.resume();
        response.on("error", () => undefined);
        settle({ status });
      });
      const stop = clock.setTimeout(timeoutMs, () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`)));
      const settle = (posted: Posted): void => {
        stop();
        resolve(posted);
      };
      sent.on("error", ({ message }) => settle({ error: message }));
      sent.end(post.bytes);
    });
}

const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (cause, addresses) => {
    const [first] = addresses ?? [];
    if (cause !== null || first === undefined) return callback(cause ?? new Error(`${hostname} has no address`), "", 0);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new Error(`${hostname} leads into a private network`), "", 0);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
