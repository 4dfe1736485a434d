import { afterAll, expect, test } from "vitest";
import { valueAt, type Json } from "../../jsonrpc/json.ts";
import { schemaOpinions } from "../../trace/annotation.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Unrecorded, WireEvent } from "../../trace/wire-event.ts";
import { annotateTrace } from "./annotate-trace.ts";
import { startOracle } from "./oracle.ts";
import { givenUp } from "./schema-job.ts";

const oracle = startOracle();
afterAll(oracle.stop);

function traceWith(tools: Json, ...calls: readonly (readonly [Json, Json])[]): Trace {
  const events: WireEvent[] = [];
  const add = (event: Unrecorded): void => void events.push({ seq: events.length + 1, at: events.length, ...event });
  const frame = (direction: "sent" | "received", message: Json): void => {
    const text = JSON.stringify(message);
    add({ kind: "frame", connection: 1, direction, text, bytes: text.length, terminator: "\n" });
  };
  add({
    kind: "connect",
    connection: 1,
    transport: "stdio",
    revision: "2025-11-25",
    session: "main",
    capabilities: {},
    target: "node",
  });
  frame("sent", { jsonrpc: "2.0", id: 1, method: "tools/list" });
  frame("received", { jsonrpc: "2.0", id: 1, result: { tools } });
  for (const [index, [params, result]] of calls.entries()) {
    frame("sent", { jsonrpc: "2.0", id: index + 2, method: "tools/call", params });
    frame("received", { jsonrpc: "2.0", id: index + 2, result });
  }
  return { subject: { kind: "server", transport: "stdio" }, events };
}

const weather = {
  name: "weather",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  outputSchema: { type: "object", properties: { celsius: { type: "number" } }, required: ["celsius"] },
};

test("schemas, arguments and structured content each get the opinions of both validators", async () => {
  const call = { name: "weather", arguments: { town: "Ulm" } };
  const trace = await annotateTrace(
    traceWith([weather], [call, { content: [], structuredContent: { celsius: "mild" } }]),
    oracle,
  );
  const schemas = schemaOpinions(trace, "json-schema");
  expect(schemas.map(({ about, tool, which, ajv, hyperjump }) => [about, tool, which, ajv.valid, hyperjump.valid])).toEqual([
    [3, "weather", "inputSchema", true, true],
    [3, "weather", "outputSchema", true, true],
  ]);
  for (const name of ["arguments", "structured-content"] as const) {
    const [opinion] = schemaOpinions(trace, name);
    expect([opinion?.ajv, opinion?.hyperjump].map((one) => [one?.supported, one?.valid])).toEqual([
      [true, false],
      [true, false],
    ]);
  }
});

test("an invalid schema is refused by both, with the place", async () => {
  const broken = { name: "broken", inputSchema: { type: "object", required: "city" } };
  const [opinion] = schemaOpinions(await annotateTrace(traceWith([broken]), oracle), "json-schema");
  expect(opinion?.ajv).toMatchObject({ supported: true, valid: false, errors: ["/required must be array"] });
  expect(opinion?.hyperjump).toMatchObject({ supported: true, valid: false });
});

test("a schema that refers to the network is never fetched: there is no opinion on what it validates", async () => {
  const remote = { name: "remote", inputSchema: { type: "object", properties: { a: { $ref: "http://127.0.0.1:9/x" } } } };
  const trace = await annotateTrace(traceWith([remote], [{ name: "remote", arguments: { a: 1 } }, { content: [] }]), oracle);
  const [opinion] = schemaOpinions(trace, "arguments");
  expect([opinion?.ajv.supported, opinion?.hyperjump.supported]).toEqual([false, false]);
});

test("an unknown dialect is nobody's to judge", async () => {
  const exotic = { name: "exotic", inputSchema: { $schema: "urn:mine", type: "object" } };
  const [opinion] = schemaOpinions(await annotateTrace(traceWith([exotic]), oracle), "json-schema");
  expect([opinion?.ajv.supported, opinion?.hyperjump.supported]).toEqual([false, false]);
});

test("what is nested beyond reason is given up unasked", async () => {
  const deep = JSON.parse(`${'{"not":'.repeat(500)}{}${"}".repeat(500)}`) as Json;
  const [opinion] = schemaOpinions(await annotateTrace(traceWith([{ name: "deep", inputSchema: deep }]), oracle), "json-schema");
  expect(opinion?.timedOut).toBe(true);
});

test("annotating twice adds nothing, and a trace without tools stays what it is", async () => {
  const once = await annotateTrace(traceWith([weather]), oracle);
  expect(await annotateTrace(once, oracle)).toBe(once);
  const bare = traceWith([]);
  expect(await annotateTrace(bare, oracle)).toBe(bare);
});

test("a schema that was given up is asked nothing more, and what is too deep in a value is not a fault of the schema", async () => {
  const slow = { name: "slow", inputSchema: { type: "object", title: "slow" } };
  const quick = { name: "quick", inputSchema: { type: "object", title: "quick" } };
  const call = (name: string, value: Json): readonly [Json, Json] => [{ name, arguments: { value } }, { content: [] }];
  const deep = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) as Json;
  const asked: unknown[] = [];
  const trace = await annotateTrace(
    traceWith([slow, quick], call("slow", 1), call("slow", 2), call("quick", 3), call("quick", deep)),
    {
      ask: async ({ schema, instance }) => {
        asked.push([valueAt(schema, "title"), instance]);
        const opinion = { supported: true, valid: true, errors: [] };
        return await Promise.resolve(
          valueAt(schema, "title") === "slow" && instance !== undefined
            ? givenUp("too slow")
            : { ajv: opinion, hyperjump: opinion },
        );
      },
      stop: () => Promise.resolve(),
    },
  );
  expect(asked).toEqual([
    ["slow", undefined],
    ["quick", undefined],
    ["slow", { value: 1 }],
    ["quick", { value: 3 }],
  ]);
  expect(schemaOpinions(trace, "arguments").map(({ tool, timedOut, ajv }) => [tool, timedOut, ajv.supported])).toEqual([
    ["slow", true, false],
    ["slow", false, false],
    ["quick", false, true],
    ["quick", false, false],
  ]);
});
