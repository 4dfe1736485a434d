/** Does the work for every item, at most `workers` at a time, starting in order. Rejects with the first failure, after all have ended. */
export async function sideBySide<T>(items: readonly T[], workers: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const one = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.max(1, workers) }, one));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
