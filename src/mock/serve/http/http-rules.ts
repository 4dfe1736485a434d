import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { newConversation } from "../../conversation/conversation.ts";
import type { MockServer } from "../../core.ts";
import { shapeBy } from "../../dress.ts";
import { hangUp, sendBody, sendHead } from "./http-reply.ts";
import { createPacedWriter } from "../paced-writer.ts";
import { play } from "../../play.ts";
import type { Port, Shape } from "../../conversation/port.ts";
import { stageFor } from "../../stage.ts";

/** What a mock answers to a request when no rule says otherwise; `base` is what a rule changes about whatever is answered. */
type Correct = (request: IncomingMessage, response: ServerResponse, base: Shape) => void | Promise<void>;

/** An HTTP server on which the rules on HTTP methods hold. What fails in it is told on stderr and answered with 500. */
export function ruledServer(server: MockServer, correct: Correct): Server {
  return createServer((request, response) => {
    followRules(server, request, response, correct).catch((error: unknown) => {
      server.world.process.stderr(`mock ${server.script.id}: ${error instanceof Error ? (error.stack ?? "") : String(error)}\n`);
      sendBody(response, 500, "", {}, {});
    });
  });
}

async function followRules(
  server: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  correct: Correct,
): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const acts = server.event(request.method ?? "", { headers: request.headers, path, query }) ?? [];
  const base = acts.reduce<Shape>(shapeBy, {});
  const port = rawPort(server, response, base);
  const arrival = { conversation: newConversation(() => undefined), undecided: "stateful" } as const;
  const respond = (body: object) => port.answer(JSON.stringify({ jsonrpc: "2.0", ...body }));
  await play(acts, { ...stageFor(server, arrival, port), correct: () => correct(request, response, base), respond });
}

/** Does what the rule on `start` says once an HTTP server listens; `drop` makes it a port where nobody does. */
export async function followStart(server: MockServer, http: Server): Promise<void> {
  const none = (): void => undefined;
  const port: Port = { message: none, answer: none, accepted: none, end: none, raw: none, drop: () => void http.close() };
  const arrival = { conversation: newConversation(none), undecided: "stateful" } as const;
  await play(server.event("start") ?? [], { ...stageFor(server, arrival, port), correct: none, respond: none });
}

/** The response itself, for rules on HTTP methods. */
function rawPort(server: MockServer, response: ServerResponse, base: Shape): Port {
  const body = createPacedWriter(server.world.clock, (bytes) => void response.write(bytes));
  return {
    message: () => undefined,
    answer: (text, shape) => sendBody(response, 200, text, { "content-type": "application/json" }, { ...shape, ...base }),
    accepted: (shape) => sendBody(response, 202, "", {}, { ...shape, ...base }),
    end: () => void response.end(),
    raw(bytes, last) {
      if (last && !response.headersSent && base.pace === undefined)
        sendBody(response, 200, bytes, { "content-type": "application/json" }, base);
      else {
        if (!response.headersSent) sendHead(response, 200, { "content-type": "application/json" }, base);
        body.write(bytes, base.pace);
        if (last) body.after(() => response.end());
      }
    },
    drop: () => hangUp(response),
  };
}
