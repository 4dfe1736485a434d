import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { visible } from "../../base/visible.ts";
import { type OpenQueue, openQueue } from "../../fleet/queue/open-queue.ts";
import { queueName } from "../../fleet/queue/queue-job.ts";
import { suitesDigest } from "../../run/suites/suites-digest.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";

/** How the queue is said. */
export const queueOption = [
  "--queue <url>",
  "where Redis or Valkey is, as redis://user:password@host:port (default: the variable MCPCHECK_QUEUE, which no list of processes shows)",
] as const;

/** Opens the queue of those who judge as this mcpcheck does. Each kind of trouble with it is told once. */
export async function queueOf(said: string | undefined, command: string, io: Io): Promise<OpenQueue> {
  const url = said ?? io.env["MCPCHECK_QUEUE"];
  if (url === undefined || url === "")
    throw new McpcheckError(
      "usage",
      `${command} needs --queue, such as --queue redis://127.0.0.1:6379, or the variable MCPCHECK_QUEUE`,
    );
  const told = new Set<string>();
  return await openQueue(url, queueName(version(), suitesDigest([])), (message) => {
    if (told.has(message)) return;
    told.add(message);
    io.stderr(`mcpcheck: the queue: ${visible(message)}; it is waited for\n`);
  });
}
