import type { Asked } from "../../../base/http/asked.ts";
import type { Reply } from "../../../base/http/reply.ts";
import { newConversation } from "../../conversation/conversation.ts";
import type { MockServer } from "../../core.ts";
import { shapeBy } from "../../dress.ts";
import { sendBody, sendHead } from "./http-reply.ts";
import { createPacedWriter } from "../paced-writer.ts";
import { play } from "../../play.ts";
import type { Port, Shape } from "../../conversation/port.ts";
import { stageFor } from "../../stage.ts";

/** What answers requests, whoever carries them. */
export type Answering = (request: Asked, reply: Reply) => void;

/** What a mock answers to a request when no rule says otherwise; `base` is what a rule changes about whatever is answered. */
type Correct = (request: Asked, reply: Reply, base: Shape) => void | Promise<void>;

/** A mock on which the rules on HTTP methods hold. What fails in it is told on stderr and answered with 500. */
export function ruled(server: MockServer, correct: Correct): Answering {
  return (request, reply) => {
    followRules(server, request, reply, correct).catch((error: unknown) => {
      server.world.process.stderr(`mock ${server.script.id}: ${error instanceof Error ? (error.stack ?? "") : String(error)}\n`);
      sendBody(reply, 500, "", {}, {});
    });
  };
}

async function followRules(server: MockServer, request: Asked, reply: Reply, correct: Correct): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.target, "http://localhost");
  const acts = server.event(request.method, { headers: request.headers, path, query }) ?? [];
  const base = acts.reduce<Shape>(shapeBy, {});
  const port = rawPort(server, reply, base);
  const arrival = { conversation: newConversation(() => undefined), undecided: "stateful" } as const;
  const respond = (body: object) => port.answer(JSON.stringify({ jsonrpc: "2.0", ...body }));
  await play(acts, { ...stageFor(server, arrival, port), correct: () => correct(request, reply, base), respond });
}

/** Does what the rule on `start` says once a server is there; `drop` makes that nobody is. */
export async function followStart(server: MockServer, drop: () => void): Promise<void> {
  const none = (): void => undefined;
  const port: Port = { message: none, answer: none, accepted: none, end: none, raw: none, drop };
  const arrival = { conversation: newConversation(none), undecided: "stateful" } as const;
  await play(server.event("start") ?? [], { ...stageFor(server, arrival, port), correct: none, respond: none });
}

/** The response itself, for rules on HTTP methods. */
function rawPort(server: MockServer, reply: Reply, base: Shape): Port {
  const body = createPacedWriter(server.world.clock, reply.write);
  return {
    message: () => undefined,
    answer: (text, shape) => sendBody(reply, 200, text, { "content-type": "application/json" }, { ...shape, ...base }),
    accepted: (shape) => sendBody(reply, 202, "", {}, { ...shape, ...base }),
    end: () => reply.end(),
    raw(bytes, last) {
      if (last && !reply.headersSent && base.pace === undefined)
        sendBody(reply, 200, bytes, { "content-type": "application/json" }, base);
      else {
        if (!reply.headersSent) sendHead(reply, 200, { "content-type": "application/json" }, base);
        body.write(bytes, base.pace);
        if (last) body.after(() => reply.end());
      }
    },
    drop: () => reply.cut(),
  };
}
