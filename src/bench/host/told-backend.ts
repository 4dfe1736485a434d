import type { ModelBackend, ModelEvent } from "../../model/model-backend.ts";
import { createScriptBackend } from "../../model/backend/script-backend.ts";
import { parseModelScript } from "../../model/script/load-model.ts";
import { systemClock } from "../../base/time/clock.ts";

/** A scripted model whose own time is known. */
export type ToldBackend = ModelBackend & {
  /** Milliseconds it took to think since the last time this was asked. */
  readonly spent: () => number;
};

/** How many chats one player of a script lives for: it keeps the requests it saw, which is not a memory of the host. */
const chatsPerPlayer = 50;

/**
 * A model that plays turns. It thinks an answer up whole before it says the first piece, so that its own time is in one place
 * and can be taken from the time of a chat.
 */
export function toldBackend(turns: readonly object[]): ToldBackend {
  const script = parseModelScript(JSON.stringify({ id: "m", title: "bench", scenarios: [{ id: "s", turns }] }), "bench");
  const fresh = (): ModelBackend => createScriptBackend({ scripts: [script], clock: systemClock });
  let player = fresh();
  let chats = 0;
  let spentMs = 0;
  return {
    listModels: (signal) => player.listModels(signal),
    async *chat(request, signal) {
      if (++chats % chatsPerPlayer === 0) player = fresh();
      const began = performance.now();
      const events: ModelEvent[] = [];
      for await (const event of player.chat(request, signal)) events.push(event);
      spentMs += performance.now() - began;
      yield* events;
    },
    spent() {
      const taken = spentMs;
      spentMs = 0;
      return taken;
    },
  };
}
