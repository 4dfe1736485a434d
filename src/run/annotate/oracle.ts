import { Worker } from "node:worker_threads";
import { patience } from "./patience.ts";
import { processorMs } from "./processor-ms.ts";
import { givenUp, type SchemaAnswer, type SchemaJob, unasked } from "./schema-job.ts";
import { packageFile } from "../../base/files/package-file.ts";

/** Answers questions about JSON Schema, one after the other; `stop` ends whatever still runs. */
export type Oracle = { readonly ask: (job: SchemaJob) => Promise<SchemaAnswer>; readonly stop: () => Promise<void> };

/** What one question may take, in milliseconds of a processor, and what loading the validators may. */
export type OracleLimits = { readonly itemMs: number; readonly startMs: number; readonly maxGivenUp: number };

// Nothing short of a hostile schema takes five seconds, and few of those are let.
const usualLimits: OracleLimits = { itemMs: 5000, startMs: 20_000, maxGivenUp: 3 };

/**
 * Hands back the oracle at once. Its validators are started in a worker thread when it is asked for the first time, as there may be a server
 * that starts as well until then; what is asked waits until they are loaded.
 * Schemas come from the server under test, so every question has a time limit and the thread a memory limit; a thread
 * that exceeds one is ended and replaced. After too many of that, everything is given up unasked.
 */
export function startOracle(limits: OracleLimits = usualLimits): Oracle {
  if (import.meta.url.endsWith(".ts")) return inProcess();
  let thread: Worker | undefined;
  let ready: Promise<unknown> | undefined;
  let isStopped = false;
  let wasted = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const askNow = async (job: SchemaJob): Promise<SchemaAnswer> => {
    if (isStopped || wasted > limits.maxGivenUp) return unasked("the validators were given up");
    const asked = (thread ??= spawn());
    ready ??= firstMessage(asked, limits.startMs);
    if ([undefined, starved].includes((await ready) as typeof starved | undefined)) return unasked("the validators did not load");
    const answer = await exchange(asked, job, limits.itemMs);
    if (answer !== undefined && answer !== starved) return answer;
    wasted += 1;
    if (isStopped) return unasked("the validators were stopped");
    void asked.terminate();
    thread = undefined;
    ready = undefined;
    if (answer === starved) return unasked("the machine was too busy");
    return givenUp(`no answer within ${limits.itemMs} ms, or too much memory`);
  };
  return {
    ask: async (job) => {
      const mine = turn.then(() => askNow(job));
      turn = mine;
      return await mine;
    },
    stop: async () => {
      isStopped = true;
      await thread?.terminate();
    },
  };
}

function spawn(): Worker {
  const worker = new Worker(packageFile("dist/oracle-worker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  worker.unref();
  worker.on("error", () => undefined); // whoever waits for the thread learns of it by its exit
  return worker;
}

async function exchange(thread: Worker, job: SchemaJob, ms: number): Promise<SchemaAnswer | typeof starved | undefined> {
  const answer = firstMessage(thread, ms);
  try {
    thread.postMessage(job, []);
  } catch (error) {
    return unasked(error instanceof Error ? error.message : String(error));
  }
  return (await answer) as SchemaAnswer | typeof starved | undefined;
}

/** Stands for a message that did not come because the machine was at work for others. */
const starved: unique symbol = Symbol("starved");

/** The next message of a thread, or undefined when it ended or took too long: the time counts in which this process was at work. */
async function firstMessage(thread: Worker, ms: number): Promise<unknown> {
  const began = processorMs();
  let waits = 1;
  return await new Promise((resolve) => {
    const settle = (value: unknown): void => {
      clearTimeout(timer);
      thread.off("message", settle);
      thread.off("exit", ended);
      resolve(value);
    };
    const ended = (): void => settle(undefined);
    const due = (): void => {
      const next = patience(waits, processorMs() - began, ms);
      if (next !== "wait") return settle(next === "starved" ? starved : undefined);
      waits += 1;
      timer = setTimeout(due, ms);
    };
    let timer = setTimeout(due, ms);
    thread.on("message", settle);
    thread.on("exit", ended);
  });
}

/** From TypeScript sources there is no file a thread could load: the validators run here, without limits. */
function inProcess(): Oracle {
  const validators = import("./validators.ts").then(({ createValidators }) => createValidators());
  return { ask: async (job) => await (await validators)(job), stop: async () => void (await validators) };
}
