import type { HttpStep } from "../../../suite/scenario.ts";
import type { HttpClientTransport } from "../../../transport/client-transport.ts";
import type { Connection } from "../connection.ts";
import type { SessionState } from "../session-state.ts";
import { bounded } from "./bounded.ts";

/** Sends one HTTP request of any shape. A GET that opens an event stream is closed once its headers are there. */
export async function http(state: SessionState, connection: Connection, step: HttpStep): Promise<void> {
  const transport = connection.session.transport;
  if (transport.kind !== "http") return;
  const httpTransport = transport as HttpClientTransport;
  const sent = httpTransport.http(step.http);
  if (sent.responded === undefined || sent.ended === undefined || sent.exchange === undefined) return;
  let stream = false;
  const settled = sent.responded.then(async ({ headers }) => {
    stream = step.http.method === "GET" && (headers["content-type"] ?? "").includes("text/event-stream");
    if (!stream) await sent.ended;
  });
  const came = await bounded(state, settled, `the answer to HTTP ${step.http.method}`);
  if (stream || !came) httpTransport.abort(sent.exchange);
}
