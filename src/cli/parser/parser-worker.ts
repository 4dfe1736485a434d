import { parentPort, workerData } from "node:worker_threads";
import type { ToParserThread } from "./parsers-aside.ts";
import { referenceParserJob, type ReferenceParserOptions } from "./reference-parser-job.ts";

/** Runs in a worker thread: judges the reference parsers, and says every event of it. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const stop = new AbortController();
  port.on("message", (_said: ToParserThread) => stop.abort());
  for await (const event of referenceParserJob(workerData as ReferenceParserOptions).events(stop.signal)) port.postMessage(event);
  port.close();
}

await serve();
