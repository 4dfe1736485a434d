import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";
import type { SchemaAnnotation } from "../../trace/annotation.ts";
import { listed } from "../../trace/facts/server-facts.ts";
import { toolCalls } from "../../trace/facts/tool-call.ts";
import { eventsOf, revisionsIn, type Trace, traceOf } from "../../trace/trace.ts";
import { type Dialect, dialectOf, type SchemaJob } from "./schema-job.ts";

/** A question about an event of the trace, and what its annotation will be called. */
export type TraceJob = {
  readonly about: number;
  readonly connection: number;
  readonly name: SchemaAnnotation;
  readonly tool: string;
  readonly which: string;
  readonly job: SchemaJob;
};

/** Deeper than anybody writes: such a schema or value is given up unasked. */
const depthLimit = 200;

/** Everything in a trace a JSON Schema validator has something to say about; what was annotated before is left out. */
export function collectJobs(trace: Trace): TraceJob[] {
  const known = new Set(eventsOf(trace, "annotation").map((event) => keyOf(event.name, event.about, event.value)));
  return revisionsIn(trace)
    .flatMap((revision) => jobsOf(traceOf(trace, revision), revision))
    .filter((one) => !known.has(keyOf(one.name, one.about, { tool: one.tool, which: one.which })));
}

function keyOf(name: string, about: number, value: Json): string {
  return JSON.stringify(isObject(value) ? [name, about, value["tool"], value["which"]] : [name, about]);
}

/** 2025-11-25 made 2020-12 the default; before, nothing was said, and the SDKs wrote draft-07. */
function defaultDialect(revision: Revision): Dialect {
  return revision >= "2025-11-25" ? "2020-12" : "draft-07";
}

function jobsOf(trace: Trace, revision: Revision): TraceJob[] {
  const otherwise = defaultDialect(revision);
  return [...schemaJobs(trace, otherwise), ...callJobs(trace, otherwise)];
}

/** One question for every distinct schema of every tool. */
function schemaJobs(trace: Trace, otherwise: Dialect): TraceJob[] {
  const seen = new Set<string>();
  return listed(trace, "tools").flatMap(({ seq, connection, item }) =>
    (["inputSchema", "outputSchema"] as const).flatMap((which): TraceJob[] => {
      const schema = item[which];
      const tool = nameOf(item);
      const key = JSON.stringify([tool, which, isTooDeep(schema) ? "too deep" : schema]);
      if (schema === undefined || seen.has(key)) return [];
      seen.add(key);
      return [
        { about: seq, connection, name: "json-schema", tool, which, job: { dialect: dialectOf(schema, otherwise), schema } },
      ];
    }),
  );
}

function callJobs(trace: Trace, otherwise: Dialect): TraceJob[] {
  return toolCalls(trace).flatMap(({ call, tool, arguments: given, result, outcome, seq }): TraceJob[] => {
    if (tool === undefined) return [];
    const { inputSchema, outputSchema } = tool;
    const base = { connection: call.request.connection, tool: nameOf(tool) };
    const structured = result["structuredContent"];
    return [
      ...(isObject(inputSchema)
        ? [
            {
              ...base,
              about: call.request.seq,
              name: "arguments" as const,
              which: "inputSchema",
              job: question(inputSchema, given ?? {}, otherwise),
            },
          ]
        : []),
      ...(isObject(outputSchema) && structured !== undefined && outcome === "success"
        ? [
            {
              ...base,
              about: seq,
              name: "structured-content" as const,
              which: "outputSchema",
              job: question(outputSchema, structured, otherwise),
            },
          ]
        : []),
    ];
  });
}

const question = (schema: Json, instance: Json, otherwise: Dialect): SchemaJob => ({
  dialect: dialectOf(schema, otherwise),
  schema,
  instance,
});

const nameOf = (tool: JsonObject): string => (typeof tool["name"] === "string" ? tool["name"] : "");

/** Whether a value is nested deeper than the limit; does not recurse, since the value may be. */
export function isTooDeep(value: Json | undefined): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}
