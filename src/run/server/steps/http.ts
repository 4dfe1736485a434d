import type { HttpStep } from "../../../suite/scenario.ts";
import type { RawHttpTransport } from "../../../transport/client-transport.ts";
import type { Connection } from "../connection.ts";
import type { SessionState } from "../session-state.ts";
import { bounded } from "./bounded.ts";

/**
 * Sends one HTTP request of any shape. A GET that opens an event stream is closed once its headers are there; one that is to be kept is not
 * waited for.
 */
export async function http(state: SessionState, connection: Connection, step: HttpStep): Promise<void> {
  const transport = connection.session.transport;
  const { path, at, keeps, ...asked } = step.http;
  const host = at === undefined ? undefined : state.run.otherAddress;
  if (transport.kind !== "http" && (transport.kind !== "sse" || host === undefined)) return;
  const httpTransport = transport as RawHttpTransport;
  const sent = httpTransport.http({
    ...asked,
    ...(path === undefined ? {} : { path: withEndpointPath(path, state.run.target) }),
    ...(host === undefined ? {} : { host }),
  });
  if (sent.responded === undefined || sent.ended === undefined || sent.exchange === undefined) return;
  if (keeps === true) return;
  let stream = false;
  const settled = sent.responded.then(async ({ headers }) => {
    stream = step.http.method === "GET" && (headers["content-type"] ?? "").includes("text/event-stream");
    if (!stream) await sent.ended;
  });
  const came = await bounded(state, settled, `the answer to HTTP ${step.http.method}`);
  if (stream || !came) httpTransport.abort(sent.exchange);
}

/** `{path}` stands for the path of the endpoint, for the well-known URIs that are built from it (RFC 9728, section 3.1). */
function withEndpointPath(path: string, endpoint: string): string {
  if (!path.includes("{path}")) return path;
  const own = URL.canParse(endpoint) ? new URL(endpoint).pathname.replace(/\/$/, "") : "";
  return path.replace("{path}", own);
}
