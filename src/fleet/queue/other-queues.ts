import type { OpenQueue } from "./open-queue.ts";
import { queuesKey } from "./queue-job.ts";

/** The queues in which servers wait for others than us, and how many: those of other versions, or with other suites. */
export async function otherQueues({ queue, client, prefix }: OpenQueue): Promise<{ name: string; waiting: number }[]> {
  const names = await client.smembers(queuesKey(prefix));
  const counts = await Promise.all(
    names
      .filter((name) => name !== queue.name)
      .map(async (name) => ({ name, waiting: await client.llen(`${prefix}:${name}:wait`) })),
  );
  return counts.filter(({ waiting }) => waiting > 0);
}
