import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { packageFile } from "../../base/files/package-file.ts";
import type { RunEvent, RunFinished, RunStarted } from "../../run/run-event.ts";

/** A run that was saved by `--reporter ndjson=<file>`. */
export type SavedRun = {
  /** The path of its file as it was given, without `.ndjson`. */
  readonly name: string;
  readonly started: RunStarted;
  /** What came between the first event and the last. */
  readonly events: readonly Exclude<RunEvent, RunStarted | RunFinished>[];
  /** Undefined for a run that was cut off. */
  readonly finished: RunFinished | undefined;
};

let validate: ValidateFunction<RunEvent> | undefined;

/** The published schema of an event, compiled when the first one is read. */
function isEvent(): ValidateFunction<RunEvent> {
  const schema = JSON.parse(readFileSync(packageFile("docs/schemas/run-event.schema.json"), "utf8")) as object;
  return (validate ??= new Ajv({ strict: false, logger: false }).compile<RunEvent>(schema));
}

/**
 * Reads a saved run.
 * @throws McpcheckError `usage` with file and line, for what is no event, stands at the wrong place, or is of another version
 */
export function readRun(file: string, text: string): SavedRun {
  const [started, ...rest] = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [eventIn(line, `${file}, line ${index + 1}`)]));
  if (started?.type !== "run.started")
    throw new McpcheckError(
      "usage",
      `${file}: does not begin with run.started; merge takes what --reporter ndjson=<file> writes`,
    );
  const events: Exclude<RunEvent, RunStarted | RunFinished>[] = [];
  let finished: RunFinished | undefined;
  for (const event of rest) {
    if (event.type === "run.started" || finished !== undefined)
      throw new McpcheckError("usage", `${file}: more than one run; merge takes a file for each`);
    if (event.type === "run.finished") finished = event;
    else events.push(event);
  }
  return { name: file.replace(/\.ndjson$/, ""), started, events, finished };
}

function eventIn(line: string, place: string): RunEvent {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch (cause) {
    throw new McpcheckError("usage", `${place}: is no event in JSON; a run is saved by --reporter ndjson=<file>`, { cause });
  }
  const check = isEvent();
  if (check(event)) return event;
  throw new McpcheckError("usage", `${place}: is no event of a run, or of another version of mcpcheck`);
}
