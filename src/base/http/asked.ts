import type { HeaderFields } from "./header-fields.ts";

/** A request as a server sees it, whoever carries it: a connection of Node, or the fetch of a web page. */
export type Asked = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HeaderFields;
  /** Names and values in turn, as they were spelled; empty where that is not known. */
  readonly rawHeaders: readonly string[];
  /** The address the request came to, where it came over a network. */
  readonly localAddress: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
};

/** The largest body that is taken unless somebody says otherwise, in bytes. */
const largestBody = 32 * 1024 * 1024;

/** All of a request's body; undefined when it is too large or breaks off. */
export async function readBody({ body }: Pick<Asked, "body">, mostBytes = largestBody): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > mostBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
