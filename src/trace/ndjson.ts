import { jsonText } from "../base/json-text.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { schemaAddress } from "../base/published-address.ts";
import { tooDeepAt } from "../base/json/nesting-limit.ts";
import { tooDeep } from "../base/json/parse-json.ts";
import type { Subject, Trace } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";

/** The version of the saved form; raised when an older mcpcheck could misread a newer trace. */
const traceVersion = 1;

/** The first line of a saved trace. */
export type TraceHeader = { readonly $schema?: string; readonly mcpcheckTrace: typeof traceVersion; readonly subject: Subject };

/** A trace as NDJSON: a header line with the subject, then one event a line. Large ones are better written line by line. */
export function formatTrace(trace: Trace): string {
  return [...traceLines(trace)].join("");
}

/** The first line of a trace as NDJSON, with its end. */
export function headerLine(subject: Subject): string {
  const header: TraceHeader = { $schema: schemaAddress("trace-line"), mcpcheckTrace: traceVersion, subject };
  return `${jsonText(header)}\n`;
}

/** The lines of a trace as NDJSON, each with its end. */
export function* traceLines({ subject, events }: Trace): Generator<string> {
  yield headerLine(subject);
  for (const event of events) yield `${jsonText(event)}\n`;
}

const kinds: ReadonlySet<string> = new Set<WireEvent["kind"]>([
  "connect",
  "judge-as",
  "step",
  "role",
  "skip",
  "told",
  "report",
  "fetched",
  "auth",
  "frame",
  "stderr",
  "stdin-closed",
  "signal",
  "exit",
  "orphans",
  "memory",
  "http-request",
  "http-response",
  "http-body",
  "sse-event",
  "http-end",
  "silence",
  "failure",
  "annotation",
]);

/**
 * Reads a saved trace. `file` only names it in errors. A cut last line is an error too: a judgement on half a trace
 * would be a judgement on nothing.
 * @throws McpcheckError `usage`, with file and line, when the text is not a trace
 */
export function parseTrace(text: string, file: string): Trace {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const [head, ...rest] = lines;
  const subject = parseHeader(head ?? "", file);
  return { subject, events: rest.map((line, index) => parseEvent(line, `${file}:${index + 2}`)) };
}

function parseHeader(line: string, file: string): Subject {
  const header = parseLine(line, `${file}:1`);
  if (header["mcpcheckTrace"] !== traceVersion || typeof header["subject"] !== "object" || header["subject"] === null) {
    throw new McpcheckError(
      "usage",
      `${file}:1: not an mcpcheck trace: expected {"mcpcheckTrace":${traceVersion},"subject":{…}}`,
    );
  }
  return header["subject"] as Subject;
}

function parseEvent(line: string, place: string): WireEvent {
  const event = parseLine(line, place);
  const { seq, at, connection, kind } = event;
  if (typeof seq !== "number" || typeof at !== "number" || typeof connection !== "number" || !kinds.has(String(kind))) {
    throw new McpcheckError("usage", `${place}: not a wire event: expected seq, at, connection and a known kind`);
  }
  return event as WireEvent;
}

function parseLine(line: string, place: string): Record<string, unknown> {
  if (tooDeepAt(line) !== undefined) throw new McpcheckError("usage", `${place}: ${tooDeep}`);
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new McpcheckError("usage", `${place}: not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  throw new McpcheckError("usage", `${place}: expected a JSON object`);
}
