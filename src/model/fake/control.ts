import type { Reply } from "../../base/http/reply.ts";
import type { FakeModel } from "./fake-model.ts";
import { sendText } from "./http-text.ts";

/** What is not part of any wire: `GET /__mcpcheck/requests` gives the captured requests as NDJSON, `DELETE` forgets them. */
export function answerControl(fake: FakeModel, method: string, path: string, reply: Reply): void {
  if (path !== "/__mcpcheck/requests") return sendText(reply, 404, JSON.stringify({ error: "not found" }));
  if (method === "DELETE") {
    fake.captures.clear();
    reply.head(204, {});
    reply.end();
  } else if (method === "GET") {
    const lines = fake.requests().map((request) => `${JSON.stringify(request)}\n`);
    sendText(reply, 200, lines.join(""), { "content-type": "application/x-ndjson" });
  } else sendText(reply, 405, JSON.stringify({ error: "method not allowed" }), { allow: "GET, DELETE" });
}

/** Ollama's greeting at its root, by which clients see whether it runs; undefined for every other request. */
export function greetingFor({ apis }: FakeModel, method: string, path: string): string | undefined {
  return path === "/" && (method === "GET" || method === "HEAD") && apis.includes("ollama") ? "Ollama is running" : undefined;
}
