import { describe, expect, it } from "vitest";
import {
  errorShape,
  notificationShape,
  requestShape,
  resultShape,
  schemaPlace,
} from "../../../../src/check/rules/shape-check.ts";
import { citationAt } from "../../../../src/check/citation.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, opened, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";

const rest = { spec: schemaPlace("x") };
const satisfied = (...evidence: readonly number[]) => ({ kind: "satisfied", evidence });
const judged = (check: ReturnType<typeof errorShape>, ...lines: readonly Line[]) =>
  check.verify(smallTrace("server", [opened(), ...lines]));

/** What is found of the answer to a request, event 3. */
const resultOf = (method: string, result: Json) =>
  judged(resultShape("schema.x", "x", [method], rest), sent(ask(1, method, {})), received(done(1, result)));
const requestOf = (method: string, params: Json) =>
  judged(requestShape("schema.x", "x", [method], rest), received(ask(1, method, params)));
const notificationOf = (method: string, params: Json) =>
  judged(notificationShape("schema.x", "x", [method], rest), received(note(method, params)));
const errorOf = (error: Json) => judged(errorShape("schema.x", "x", rest), received({ jsonrpc: "2.0", id: 1, error }));

const tool = (more: object): Json => ({ tools: [{ name: "a", inputSchema: { type: "object" }, ...more }] });
const block = (more: object): Json => ({ content: [{ type: "text", text: "x", ...more }] });
const contents = (more: object): Json => ({ contents: [{ uri: "a:b", ...more }] });
const isObject = { kind: "satisfied", evidence: [3] };

describe("the shape of a result", () => {
  it.each<readonly [string, string, Json]>([
    ["is right", "tools/list", tool({})],
    ["with a cursor that is none", "tools/list", { tools: [], nextCursor: 7 }],
    ["with a schema of another type", "tools/list", tool({ inputSchema: { type: "array" } })],
    ["with a schema that is none", "tools/list", tool({ inputSchema: "x" })],
    ["with a schema for its output of another type", "tools/list", tool({ outputSchema: { type: "array" } })],
    ["with a priority in words", "tools/call", block({ annotations: { priority: "high" } })],
    ["with an unknown audience", "tools/call", block({ annotations: { audience: ["model"] } })],
    ["with an audience that is no list", "tools/call", block({ annotations: { audience: "user" } })],
    ["with a MIME type that is a number", "resources/read", contents({ text: "x", mimeType: 7 })],
    ["with a text that is a number", "resources/read", contents({ text: 7 })],
    ["with contents without text and blob", "resources/read", contents({})],
    ["with messages that are no list", "prompts/get", { messages: "x" }],
    ["with a message that is none", "prompts/get", { messages: [7] }],
    ["with the role of a system", "prompts/get", { messages: [{ role: "system", content: { type: "text", text: "x" } }] }],
    ["without a task id", "tasks/get", { status: "sleeping", createdAt: 7, lastUpdatedAt: 7, ttl: "x" }],
    [
      "with a server whose name is a number",
      "initialize",
      { protocolVersion: 7, capabilities: [], serverInfo: { name: 7, version: 7 }, instructions: 7 },
    ],
  ])("%s, as far as it is judged by this check", (_title, method, result) => {
    expect(resultOf(method, result)).toEqual(isObject);
  });

  it.each<readonly [string, string, Json, string]>([
    ["without its list", "tools/list", {}, "tools/list /result/tools: "],
    [
      "with an item without a name",
      "tools/list",
      { tools: [{ inputSchema: { type: "object" } }] },
      "tools/list /result/tools/0/name: ",
    ],
    ["with a text block without a text", "tools/call", { content: [{ type: "text" }] }, "tools/call /result/content/0"],
    ["with annotations that are a text", "tools/call", block({ annotations: "x" }), "tools/call /result/content/0/annotations: "],
    [
      "with an embedded text that is a number",
      "tools/call",
      { content: [{ type: "resource", resource: { uri: "a:b", text: 7 } }] },
      "tools/call /result/content/0/resource",
    ],
    [
      "with contents without an address",
      "resources/read",
      { contents: [{ text: "x" }] },
      "resources/read /result/contents/0/uri: ",
    ],
    [
      "with the eleventh contents without an address",
      "resources/read",
      { contents: [...Array.from({ length: 10 }, () => ({ uri: "a:b", text: 7 })), { text: "x" }] },
      "resources/read /result/contents/10/uri: ",
    ],
    ["with a description of another type", "prompts/get", { messages: [], description: 7 }, "prompts/get /result/description: "],
    [
      "with a title of the server of another type",
      "initialize",
      { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "a", version: "1", title: 7 } },
      "initialize /result/serverInfo/title: ",
    ],
  ])("%s is named by its place", (_title, method, result, message) => {
    const found = resultOf(method, result);
    expect(found).toMatchObject({ kind: "violated", evidence: [3] });
    expect("message" in found ? found.message : "").toContain(message);
  });

  it("names the first place and counts the others", () => {
    const found = resultOf("tools/list", { tools: [{ inputSchema: {}, title: 7, description: 7 }] });
    expect("message" in found ? found.message : "").toMatch(/^tools\/list \/result\/tools\/0\/\w+: .+ \(and 2 more\)$/);
  });

  it("is not known without a result", () => {
    const check = resultShape("schema.x", "x", ["tools/list", "prompts/list"], rest);
    const reason = "no tools/list or prompts/list was answered with a result";
    expect(judged(check, sent(ask(1, "tools/list")))).toEqual({ kind: "inconclusive", reason });
    const refused = [sent(ask(1, "tools/list")), received({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } })];
    expect(judged(check, ...refused)).toEqual({ kind: "inconclusive", reason });
    const both = [
      sent(ask(1, "prompts/list")),
      sent(ask(2, "tools/list")),
      received(done(1, { prompts: [] })),
      received(done(2, { tools: [] })),
    ];
    expect(judged(check, ...both)).toEqual(satisfied(5, 4));
  });

  it("is that of the method it answers, and of the revision it is judged by", () => {
    const check = resultShape("schema.x", "x", ["tools/call"], rest);
    const lines = (revision: "2024-11-05" | "2025-11-25"): Line[] => [
      opened({ revision }),
      sent(ask(1, "tools/call", { name: "a" })),
      received(done(1, { content: [{ type: "resource_link", uri: "a:b" }] })),
    ];
    const later = check.verify(smallTrace("server", lines("2025-11-25")));
    expect("message" in later ? later.message : "").toContain("/result/content/0/name");
    const earlier = check.verify(smallTrace("server", lines("2024-11-05")));
    expect("message" in earlier ? earlier.message : "").not.toContain("/result/content/0/name");
  });
});

describe("the shape of what a server sends unasked", () => {
  it.each<readonly [string, object, object]>([
    ["a log of an unknown level", notificationOf("notifications/message", { level: "loud", data: 1 }), satisfied(2)],
    ["a question without words", requestOf("elicitation/create", { requestedSchema: 7 }), satisfied(2)],
    ["a prompt to a model with odd messages", requestOf("sampling/createMessage", { messages: "x", maxTokens: 1 }), satisfied(2)],
    [
      "a prompt to a model with an odd wish for speed",
      requestOf("sampling/createMessage", { messages: [], maxTokens: 1, modelPreferences: { speedPriority: 7 } }),
      satisfied(2),
    ],
  ])("%s is judged by checks of its own", (_title, found, outcome) => {
    expect(found).toEqual(outcome);
  });

  it.each<readonly [string, object, string]>([
    ["a log without data", notificationOf("notifications/message", { level: "info" }), "notifications/message /params/data: "],
    [
      "progress without a number",
      notificationOf("notifications/progress", { progressToken: 1 }),
      "notifications/progress /params/progress: ",
    ],
    [
      "a prompt to a model without a bound",
      requestOf("sampling/createMessage", { messages: [] }),
      "sampling/createMessage /params/maxTokens: ",
    ],
    [
      "wishes for a model that are a text",
      requestOf("sampling/createMessage", { messages: [], maxTokens: 1, modelPreferences: "x" }),
      "sampling/createMessage /params/modelPreferences: ",
    ],
  ])("%s is named by its place", (_title, found, message) => {
    expect(found).toMatchObject({ kind: "violated", evidence: [2] });
    expect("message" in found ? found.message : "").toContain(message);
  });

  it("does not matter where none came", () => {
    const reason = "the server sent no a or b";
    const [notification, request] = [notificationShape("x.y", "x", ["a", "b"], rest), requestShape("x.y", "x", ["a", "b"], rest)];
    expect(judged(notification, received(note("c")), received(ask(1, "a")))).toEqual({ kind: "not-applicable", reason });
    expect(judged(request, received(ask(1, "c")), received(note("a")))).toEqual({ kind: "not-applicable", reason });
    expect(judged(request, received(ask(1, "b")), received(ask(2, "a")))).toEqual(satisfied(3, 2));
  });
});

it("the shape of an error is that of its envelope, which is judged elsewhere, and of its data", () => {
  expect(judged(errorShape("x.y", "x", rest), received(note("a")))).toEqual({
    kind: "inconclusive",
    reason: "the server answered nothing with an error",
  });
  for (const error of [{ code: 1, message: "no" }, { code: "1" }, { message: 7 }, "no"])
    expect(errorOf(error)).toEqual(satisfied(2));
  expect(errorOf({ code: -32042, message: "no", data: { elicitations: "x" } })).toMatchObject({
    kind: "violated",
    evidence: [2],
    message: expect.stringContaining("/error/data/elicitations") as unknown,
  });
});

it("what is wrong with the shape explains what is said of the contents of the same message, and of nothing else", () => {
  const [explained] = errorShape("x.y", "x", rest).explains ?? [];
  const checks = explained?.checks ?? [];
  expect(explained?.within).toBe("message");
  expect(checks).toEqual(expect.arrayContaining(["tools.*", "prompts.*", "tasks.*", "discovery.*"]));
  expect(checks.filter((glob) => /jsonrpc|http|stdio|lifecycle/.test(glob) || !glob.endsWith(".*"))).toEqual([]);
  expect(errorShape("x.y", "x", rest)).toMatchObject({ subject: "server", level: "MUST" });
});

it("a definition stands in the schema from the revision on that has it, in a file before there was a page", () => {
  const at = (
    revision: "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28",
    since?: string,
    until?: string,
  ) => citationAt(schemaPlace("tool", since, until), revision);
  const file = (revision: string) =>
    `https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/${revision}/schema.ts`;
  const page = (revision: string) => `https://modelcontextprotocol.io/specification/${revision}/schema#tool`;
  expect([at("2024-11-05"), at("2025-03-26"), at("2025-06-18")]).toEqual([
    file("2024-11-05"),
    file("2025-03-26"),
    page("2025-06-18"),
  ]);
  expect([at("2024-11-05", "2025-03-26"), at("2025-03-26", "2025-03-26")]).toEqual([undefined, file("2025-03-26")]);
  expect([at("2025-03-26", "2025-06-18"), at("2025-06-18", "2025-06-18")]).toEqual([undefined, page("2025-06-18")]);
  expect([at("2025-06-18", "2025-11-25"), at("2025-11-25", "2025-11-25")]).toEqual([undefined, page("2025-11-25")]);
  expect([at("2025-11-25", "2024-11-05", "2026-07-28"), at("2026-07-28", "2024-11-05", "2026-07-28")]).toEqual([
    page("2025-11-25"),
    undefined,
  ]);
});
