import type { Clock } from "../../base/time/clock.ts";
import type { ModelMessage } from "../../model/model-message.ts";

/** What was said in each conversation, for as long as it goes on. */
export type ContextBook = {
  readonly said: (id: string) => readonly ModelMessage[];
  readonly add: (id: string, messages: readonly ModelMessage[]) => void;
  readonly size: () => number;
  readonly close: () => void;
};

/** A conversation nobody has taken part in for so long is forgotten, and how often that is looked for, both in ms. */
export const contextTtlMs = 1_800_000;
const sweepMs = 60_000;

/** Most messages of a conversation that are kept; the oldest go first. */
const mostMessages = 200;

/** No conversations yet. */
export function createContextBook(clock: Clock): ContextBook {
  const contexts = new Map<string, { readonly messages: readonly ModelMessage[]; readonly usedAt: number }>();
  let stop: (() => void) | undefined;
  const sweep = (): void => {
    for (const [id, { usedAt }] of contexts) if (clock.now() - usedAt >= contextTtlMs) contexts.delete(id);
    stop = contexts.size === 0 ? undefined : clock.setTimeout(sweepMs, sweep);
  };
  return {
    said: (id) => contexts.get(id)?.messages ?? [],
    add(id, messages) {
      const all = [...(contexts.get(id)?.messages ?? []), ...messages];
      contexts.set(id, { messages: all.slice(-mostMessages), usedAt: clock.now() });
      stop ??= clock.setTimeout(sweepMs, sweep);
    },
    size: () => contexts.size,
    close() {
      stop?.();
      contexts.clear();
    },
  };
}
