import type { IncomingMessage, ServerResponse } from "node:http";
import { newConversation } from "./conversation.ts";
import type { MockServer } from "./core.ts";
import { shapeBy } from "./dress.ts";
import { sendBody, sendHead } from "./http-reply.ts";
import { play } from "./play.ts";
import type { Port, Shape } from "./port.ts";
import { stageFor } from "./stage.ts";

/** Does what the rule on the HTTP method of a request says; `correct` gets what it changes about whatever is answered. */
export async function followRules(
  server: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  correct: (base: Shape) => void | Promise<void>,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const acts = server.event(request.method ?? "", { headers: request.headers, path }) ?? [];
  const base = acts.reduce<Shape>(shapeBy, {});
  const port = rawPort(response, base);
  const arrival = { conversation: newConversation(() => undefined), undecided: "stateful" } as const;
  const respond = (body: object) => port.answer(JSON.stringify({ jsonrpc: "2.0", ...body }));
  await play(acts, { ...stageFor(server, arrival, port), correct: () => correct(base), respond });
}

/** The response itself, for rules on HTTP methods. */
function rawPort(response: ServerResponse, base: Shape): Port {
  return {
    message: () => undefined,
    answer: (text, shape) => sendBody(response, 200, text, { "content-type": "application/json" }, { ...shape, ...base }),
    accepted: (shape) => sendBody(response, 202, "", {}, { ...shape, ...base }),
    end: () => void response.end(),
    raw(bytes, last) {
      if (last && !response.headersSent) sendBody(response, 200, bytes, { "content-type": "application/json" }, base);
      else {
        if (!response.headersSent) sendHead(response, 200, { "content-type": "application/json" }, base);
        response.write(bytes);
        if (last) response.end();
      }
    },
    drop: () => void response.destroy(),
  };
}
