import type { ModelMessage } from "../../model-message.ts";

/** What can be referred to by id: whole conversations by the id of their last response, and single items. */
export type ResponseStore = {
  readonly get: (id: string) => readonly ModelMessage[] | undefined;
  readonly put: (id: string, messages: readonly ModelMessage[]) => void;
};

/** Most entries that are kept; the oldest go first. */
const most = 10_000;

/** A store with nothing in it. */
export function createResponseStore(): ResponseStore {
  const kept = new Map<string, readonly ModelMessage[]>();
  return {
    get: (id) => kept.get(id),
    put(id, messages) {
      kept.set(id, messages);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
