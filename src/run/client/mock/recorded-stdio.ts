import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MockScript } from "../../../mock/script/script.ts";
import { serveRecorded } from "./recorded-server.ts";

/** A mock server as a process of its own that writes down what it sees to `<records>/<pid>.ndjson`: `<script.json> <records>`. */
export async function clientMock([file = "", records = ""]: readonly string[]): Promise<void> {
  mkdirSync(records, { recursive: true });
  // Whoever wrote the file has validated it.
  const script = JSON.parse(readFileSync(file, "utf8")) as MockScript;
  await serveRecorded({
    script,
    record: join(records, `${process.pid}.ndjson`),
    telling: ["SIGTERM", "SIGINT", "SIGHUP"],
  });
}
