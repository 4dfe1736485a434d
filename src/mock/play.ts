import { textOf } from "../base/bytes.ts";
import type { JsonObject } from "../jsonrpc/json.ts";
import { bytesOf, shapeBy } from "./dress.ts";
import type { Port, Shape } from "./conversation/port.ts";
import type { Act, ActName, Change } from "./script/rule.ts";
import type { World } from "./world/world.ts";

/** What acts work on. */
export type Stage = {
  readonly world: World;
  readonly port: Pick<Port, "raw" | "drop" | "end" | "detach">;
  readonly sleep: (ms: number) => Promise<void>;
  /** Gives the correct answer, or does the correct thing. */
  readonly correct: () => void | Promise<void>;
  /** Answers with this instead: a JSON-RPC response but for `jsonrpc` and `id`. */
  readonly respond: (body: JsonObject) => void;
  /** Sends a message beside the answer. */
  readonly send: (message: JsonObject) => void;
  readonly push: (message: JsonObject) => void;
  readonly announce: (change: Change) => void;
  readonly nextId: () => number;
  readonly forget: () => void;
};

const settling: readonly ActName[] = ["answer", "result", "error", "raw", "body", "omit", "end", "ignore", "drop", "exit"];

/** Does the acts of a rule in order; without one that settles the matter the correct thing is done at the end. */
export async function play(acts: readonly Act[], stage: Stage): Promise<void> {
  const shape = acts.reduce<Shape>(shapeBy, {});
  for (const act of acts) await playOne(act, stage, shape);
  if (!acts.some((act) => settling.some((name) => act[name] !== undefined))) await stage.correct();
}

async function playOne(act: Act, stage: Stage, shape: Shape): Promise<void> {
  const { world, port } = stage;
  if (act.pause !== undefined) await stage.sleep(act.pause);
  if (act.stderr !== undefined) world.process.stderr(textOf(bytesOf(act.stderr)));
  if (act.spawn !== undefined) world.process.spawnGrandchild();
  if (act.keep !== undefined) world.process.keep?.(act.keep);
  if (act.notify !== undefined) stage.send({ jsonrpc: "2.0", ...act.notify });
  if (act.request !== undefined) stage.send({ jsonrpc: "2.0", id: stage.nextId(), ...act.request });
  if (act.push !== undefined) stage.push(act.push);
  if (act.change !== undefined) stage.announce(act.change);
  if (act.write !== undefined) port.raw(bytesOf(act.write), false, shape);
  if (act.detach !== undefined) port.detach?.(shape);
  if (act.forget !== undefined) stage.forget();
  if (act.answer !== undefined) await stage.correct();
  if (act.result !== undefined) stage.respond({ result: act.result });
  if (act.error !== undefined) stage.respond({ error: act.error as JsonObject });
  if (act.raw !== undefined) port.raw(bytesOf(act.raw), true, shape);
  if (act.body !== undefined) port.raw(bytesOf(act.body), true, shape);
  if (act.end !== undefined) port.end();
  if (act.drop !== undefined) port.drop();
  if (act.exit !== undefined) world.process.exit(act.exit);
}
