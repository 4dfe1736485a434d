import type * as Bullmq from "bullmq";
import type * as Ioredis from "ioredis";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { loadBeside } from "../load-beside.ts";

/** A queue that answers: what BullMQ makes of it, and how to let go of it. */
export type OpenQueue = {
  readonly queue: Bullmq.Queue;
  /** Classes of BullMQ: it is a package of the user's, and loaded only here. */
  readonly Worker: typeof Bullmq.Worker;
  readonly UnrecoverableError: typeof Bullmq.UnrecoverableError;
  readonly client: Ioredis.Redis;
  /** All keys of ours begin with this. */
  readonly prefix: string;
  readonly close: () => Promise<void>;
};

/** How long a queue may take to answer at first, in ms. */
const patienceMs = 20_000;

/** All keys of ours in Redis or Valkey begin with this. */
const prefix = "mcpcheck";

/**
 * Opens a queue in Redis or Valkey. Once it has answered, it may go away: whoever waits for it goes on when it is back.
 * @param url `redis://` or `rediss://`, with a password where one is wanted; errors name host and port only
 * @throws McpcheckError `usage` where BullMQ is not installed or the address or its password is wrong, `harness` where nobody answers
 */
export async function openQueue(url: string, name: string, onTrouble: (message: string) => void): Promise<OpenQueue> {
  const place = placeOf(url);
  const { bullmq, ioredis } = await loadBeside<{ bullmq: typeof Bullmq; ioredis: typeof Ioredis }>(
    ["bullmq", "ioredis"],
    "a queue",
  );
  let isThere = false;
  let why = "";
  const client = new ioredis.Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    // Workers wait for as long as it takes, once it was there.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isThere ? Math.min(times * 100, 2000) : null),
  });
  client.on("error", ({ message }: Error) => {
    why = message;
    if (isThere) onTrouble(message);
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
  });
  try {
    await Promise.race([client.connect().then(async () => await client.ping()), tooLate]);
  } catch (error) {
    client.disconnect();
    throw refused(place, why === "" && error instanceof Error ? error.message : why);
  } finally {
    clearTimeout(timer);
  }
  isThere = true;
  const queue = new bullmq.Queue(name, { connection: client, prefix });
  queue.on("error", ({ message }) => onTrouble(message));
  await queue.waitUntilReady();
  return {
    queue,
    Worker: bullmq.Worker,
    UnrecoverableError: bullmq.UnrecoverableError,
    client,
    prefix,
    close: async () => {
      await queue.close();
      client.disconnect();
    },
  };
}

/** Host and port of an address: the rest may be secret. */
function placeOf(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^rediss?:$/.test(address.protocol) || address.hostname === "")
    throw new McpcheckError(
      "usage",
      "--queue: expected an address such as redis://127.0.0.1:6379 or rediss://user:password@host:6380/0",
    );
  return `${address.hostname}:${address.port === "" ? "6379" : address.port}`;
}

function refused(place: string, why: string): McpcheckError {
  return /NOAUTH|WRONGPASS|NOPERM|AUTH|invalid (?:username|password)/i.test(why)
    ? new McpcheckError(
        "usage",
        `the queue at ${place} does not take the credentials (${why}): say them in the address, as redis://user:password@host:port, best in the variable MCPCHECK_QUEUE`,
      )
    : new McpcheckError(
        "harness",
        `the queue at ${place} cannot be reached (${why}): is Redis or Valkey running there, and is its port open to this machine?`,
      );
}
