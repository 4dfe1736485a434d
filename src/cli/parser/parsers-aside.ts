import { Worker } from "node:worker_threads";
import { packageFile } from "../../base/files/package-file.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { createEventQueue } from "../../run/event-queue.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import { referenceParserJob, type ReferenceParserOptions } from "./reference-parser-job.ts";

/** What the thread is told: to end early. */
export type ToParserThread = "stop";

/** From TypeScript sources there is no file a thread could load. */
const usualProgram = import.meta.url.endsWith(".ts") ? undefined : packageFile("dist/parser-worker.js");

/**
 * The job of {@link referenceParserJob}, on a thread of its own where there is a `program` for one. Reading texts never waits for anything: beside
 * it, on the same thread, every other subject would.
 */
export function parsersAside(options: ReferenceParserOptions, program = usualProgram): SubjectJob {
  const here = referenceParserJob(options);
  if (program === undefined) return here;
  return { id: here.id, apart: true, events: (stop) => eventsOfThread(program, options, stop) };
}

async function* eventsOfThread(
  program: string,
  { check, seed, bail, thorough }: ReferenceParserOptions,
  stop: AbortSignal,
): AsyncGenerator<SubjectEvent> {
  const queue = createEventQueue<SubjectEvent>();
  const thread = new Worker(program, { workerData: { check, seed, bail, thorough } satisfies ReferenceParserOptions });
  const halt = (): void => thread.postMessage("stop" satisfies ToParserThread, []);
  let isWhole = false;
  let why = "ended";
  thread.on("message", (event: SubjectEvent) => {
    isWhole ||= event.type === "subject.finished";
    queue.push(event);
  });
  thread.once("error", (error) => {
    why = `failed: ${error.stack ?? error.message}`;
  });
  thread.once("exit", queue.close);
  stop.addEventListener("abort", halt, { once: true });
  if (stop.aborted) halt();
  try {
    yield* queue.events();
  } finally {
    stop.removeEventListener("abort", halt);
    await thread.terminate();
  }
  if (!isWhole) throw new McpcheckError("harness", `the thread that judges parsers ${why}`);
}
