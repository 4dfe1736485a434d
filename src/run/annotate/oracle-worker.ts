import { parentPort } from "node:worker_threads";
import { givenUp, type SchemaJob } from "./schema-job.ts";
import { createValidators } from "./validators.ts";

/** Runs in a worker thread: says `ready` once, then answers one question after the other. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const validate = createValidators();
  port.on("message", (job: SchemaJob) => {
    void validate(job)
      .catch((error: unknown) => givenUp(error instanceof Error ? error.message : String(error)))
      .then((answer) => port.postMessage(answer));
  });
  port.postMessage("ready");
}

await serve();
