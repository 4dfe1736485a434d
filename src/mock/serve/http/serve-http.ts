import type { MockServer } from "../../core.ts";
import { type Listening, type ListenOptions, listenWith } from "../listening.ts";
import { answerHttp } from "./answer-http.ts";

/** Serves Streamable HTTP at `/mcp` and `/` until it is closed. Port 0 takes a free one. */
export async function serveHttp(server: MockServer, options: ListenOptions): Promise<Listening> {
  return await listenWith(server, answerHttp(server, options.host), "/mcp", options);
}
