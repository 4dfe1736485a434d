import { request } from "node:http";
import { Readable } from "node:stream";

/** What of a request matters here. */
type Init = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
};

/** `fetch` for requests with a Host header of their own, which that of Node always writes itself. */
export function fetchByName(url: string, { method, headers, body, signal }: Init): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal }, (answer) => {
      const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, [value].flat().join(", ")]);
      const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
      resolve(new Response(stream, { status: answer.statusCode ?? 502, headers: given }));
    });
    sent.on("error", reject).end(body);
  });
}
