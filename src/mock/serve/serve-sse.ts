import type { MockServer } from "../core.ts";
import { answerSse } from "./answer-sse.ts";
import { type Listening, type ListenOptions, listenWith } from "./listening.ts";

/** Serves the HTTP+SSE transport of 2024-11-05: GET `/sse` for the event stream, POST to the endpoint it names. */
export async function serveSse(server: MockServer, options: ListenOptions): Promise<Listening> {
  return await listenWith(server, answerSse(server, options.host), "/sse", options);
}
