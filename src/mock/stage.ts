import type { JsonObject } from "../jsonrpc/json.ts";
import type { Revision } from "../spec/revision.ts";
import type { Arrival, MockServer } from "./core.ts";
import { dress } from "./dress.ts";
import type { Port, Shape } from "./conversation/port.ts";

/** Sends a message that is not an answer, past the rules on what goes out. */
export function sendOut(
  core: MockServer,
  message: JsonObject,
  revision: Revision | undefined,
  send: (text: string, shape?: Shape) => void,
): void {
  const facts = { revision, params: message["params"] };
  const acts =
    core.event(`out:${typeof message["method"] === "string" ? message["method"] : ""}`, facts) ??
    core.event("out:*", facts) ??
    [];
  if (acts.some((act) => act.omit === true)) return;
  const { text, shape, copies } = dress(message, acts);
  for (let i = 0; i < copies; i++) send(text, shape);
}

/** What acts work on when no request is being answered. */
export function stageFor(core: MockServer, arrival: Arrival, port: Port) {
  const { conversation } = arrival;
  return {
    world: core.world,
    port,
    sleep: (ms: number) => new Promise<void>((resolve) => void core.world.clock.setTimeout(ms, resolve)),
    send: (message: JsonObject) => port.message(JSON.stringify(message)),
    push: (message: JsonObject) => conversation.push(JSON.stringify(message)),
    announce: core.announce,
    nextId: () => conversation.nextRequestId++,
    forget: arrival.forget ?? (() => undefined),
  };
}
