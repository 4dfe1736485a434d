import { invalidRequest } from "../jsonrpc/error-codes.ts";
import type { Frame } from "../jsonrpc/frame.ts";
import type { Arrival, Core } from "./core.ts";
import type { Port } from "./conversation/port.ts";

/**
 * Takes a batch (2025-03-26 basic/index, "Batching"): every item on its own, the answers together in one array once all of them
 * are there. `initialize` must not be part of one.
 */
export function receiveBatch(
  core: Core,
  items: readonly Frame[],
  arrival: Arrival,
  port: Port,
  receive: (core: Core, frame: Frame, arrival: Arrival, port: Port) => () => void,
): () => void {
  const answers: string[] = [];
  let open = items.length;
  const settle = () => {
    open -= 1;
    if (open > 0) return;
    const apart = core.omits("batch-array") && core.world.transport === "stdio";
    if (apart) for (const answer of answers) port.answer(answer);
    else if (answers.length > 0 || core.omits("batch-silence")) port.answer(`[${answers.join(",")}]`);
    else if (items.some((item) => item.kind === "request")) port.end();
    else port.accepted();
  };
  const itemPort = (): Port => ({
    ...port,
    answer: (text) => {
      answers.push(text);
      settle();
    },
    accepted: settle,
    end: settle,
  });
  const cancels = items.map((item) => {
    if (item.kind === "request" && item.method === "initialize") {
      const error = { code: invalidRequest, message: "initialize must not be part of a batch" };
      itemPort().answer(JSON.stringify({ jsonrpc: "2.0", id: item.id, error }));
      return () => undefined;
    }
    const nested: Frame = item.kind === "batch" ? { kind: "not-jsonrpc", value: [...item.value], defects: item.defects } : item;
    return receive(core, nested, arrival, itemPort());
  });
  return () => {
    for (const cancelItem of cancels) cancelItem();
  };
}
