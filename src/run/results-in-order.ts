import { deferred } from "../base/time/deferred.ts";
import { sideBySide } from "./side-by-side.ts";

/**
 * What the work gives for every item, in the order of the items, while up to `workers` of them are worked on: one that takes long
 * does not keep later ones from being begun. A failure is thrown in its place. When the reader stops, `unread` is aborted, nothing more
 * is begun, and what is begun is waited for.
 */
export async function* resultsInOrder<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T, unread: AbortSignal) => Promise<R>,
): AsyncGenerator<R> {
  const slots = items.map(() => deferred<() => R>());
  const unread = new AbortController();
  const running = sideBySide([...items.entries()], workers, async ([index, item]) => {
    if (unread.signal.aborted) return;
    const outcome = await work(item, unread.signal).then(
      (result) => () => result,
      (error: unknown) => () => {
        throw error;
      },
    );
    slots[index]?.resolve(outcome);
  });
  try {
    for (const { promise } of slots) yield (await promise)();
  } finally {
    unread.abort();
    await running;
  }
}
