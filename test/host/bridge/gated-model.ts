import { systemClock } from "../../../src/base/time/clock.ts";
import { deferred } from "../../../src/base/time/deferred.ts";
import { createScriptBackend, type ScriptBackend } from "../../../src/model/backend/script-backend.ts";
import { modelScript } from "../../../src/model/script/model-script.ts";

/** A scripted model that stops in the middle of an answer until it is let go on. */
export type GatedModel = ScriptBackend & {
  /** Lets the answer of this number, counted from 0, go on; those without a gate never stop. */
  readonly open: (at: number) => void;
};

/** A model of these scenarios; the answers of `gates` stop after their first piece. */
export function gatedModel(scenarios: readonly object[], gates: readonly number[]): GatedModel {
  const inner = createScriptBackend({
    scripts: [modelScript.parse({ id: "test", title: "Test", scenarios })],
    clock: systemClock,
  });
  const waits = new Map(gates.map((at) => [at, deferred<undefined>()]));
  let asked = 0;
  return {
    ...inner,
    open: (at) => waits.get(at)?.resolve(undefined),
    chat(request, signal) {
      const wait = waits.get(asked++);
      const events = inner.chat(request, signal);
      return wait === undefined ? events : held(events, wait.promise);
    },
  };
}

async function* held(events: ReturnType<ScriptBackend["chat"]>, wait: Promise<undefined>): ReturnType<ScriptBackend["chat"]> {
  let isFirst = true;
  for await (const event of events) {
    yield event;
    if (isFirst) await wait;
    isFirst = false;
  }
}
