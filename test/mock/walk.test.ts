import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, asObject, valueAt } from "../../src/jsonrpc/json.ts";
import { messageDefects } from "../../src/spec/message-defects.ts";
import { type Revision, eraOf } from "../../src/spec/revision.ts";
import { spokenRevisions } from "../../src/mock/era/capabilities.ts";
import { listMocks } from "../../src/mock/script/load-script.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { isClean } from "../../src/mock/era/transports.ts";
import { schemaJudge } from "../spec/schema-judge.ts";
import { envelope, testPeer } from "./test-peer.ts";

const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
/** How many tools of a mock are called, and longer than any of them takes, in ms. */
const mostTools = 20;
const longestMs = 3000;
const clientInfo = { name: "walk", version: "1" };

type Exchange = { readonly method: string; readonly messages: readonly JsonObject[] };

/** Requests everything a script offers, answering whatever it asks, and gives what came back. */
async function walk(script: MockScript, revision: Revision): Promise<readonly Exchange[]> {
  const peer = testPeer(script);
  const stateless = eraOf(revision) === "stateless";
  const meta = stateless
    ? envelope(capabilities, { progressToken: 1, "io.modelcontextprotocol/logLevel": "debug" })
    : { _meta: { progressToken: 1 } };
  const exchanges: Exchange[] = [];
  let id = 0;
  const ask = async (method: string, params: JsonObject = {}, withMeta = true): Promise<JsonObject> => {
    const messages = [
      ...(await peer.give({ jsonrpc: "2.0", id: ++id, method, params: withMeta ? { ...meta, ...params } : params })),
    ];
    const question = messages.find((message) => message["id"] !== undefined && message["method"] !== undefined);
    if (question !== undefined)
      messages.push(...(await peer.give({ jsonrpc: "2.0", id: question["id"] ?? null, result: reply(question) })));
    messages.push(...(await peer.advance(longestMs)));
    exchanges.push({ method, messages });
    const result = asObject(messages.find((message) => message["id"] === id && message["method"] === undefined)?.["result"]);
    if (result["resultType"] !== "input_required") return result;
    const inputResponses = Object.fromEntries(
      Object.entries(asObject(result["inputRequests"])).map(([key, request]) => [key, reply(asObject(request))]),
    );
    return ask(method, { ...params, inputResponses, requestState: result["requestState"] });
  };
  if (stateless) await ask("server/discover");
  else {
    await ask("initialize", { protocolVersion: revision, capabilities, clientInfo }, false);
    await peer.give({ jsonrpc: "2.0", method: "notifications/initialized" });
    await ask("logging/setLevel", { level: "debug" });
    await ask("ping");
  }
  const listed = async (method: string, member: string): Promise<readonly JsonObject[]> => {
    const first = await ask(method);
    const cursor = first["nextCursor"];
    const second = cursor === undefined ? {} : await ask(method, { cursor });
    return [first, second].flatMap((page) => (page[member] ?? []) as readonly JsonObject[]);
  };
  for (const resource of await listed("resources/list", "resources")) await ask("resources/read", { uri: resource["uri"] });
  if (stateless)
    await ask("subscriptions/listen", { notifications: { toolsListChanged: true, resourceSubscriptions: ["note://welcome"] } });
  else await ask("resources/subscribe", { uri: "note://welcome" });
  for (const tool of (await listed("tools/list", "tools")).slice(0, mostTools)) {
    const args = { echo: { text: "x" }, add: { a: 1, b: 2 }, forecast: { region: "x" } }[tool["name"] as string] ?? {};
    await ask("tools/call", { name: tool["name"], arguments: args });
    await ask("tools/call", { name: tool["name"], arguments: { text: 5, a: "x" } });
  }
  await listed("resources/templates/list", "resourceTemplates");
  for (const prompt of await listed("prompts/list", "prompts"))
    await ask("prompts/get", { name: prompt["name"], arguments: { code: "x" } });
  await ask("resources/read", { uri: "city://bern" });
  await ask("completion/complete", { ref: { type: "ref/prompt", name: "review" }, argument: { name: "language", value: "p" } });
  if (revision === "2025-11-25") {
    const created = await ask("tools/call", { name: "slow", task: { ttl: 1000 } });
    const taskId = valueAt(created, "task", "taskId") ?? "";
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) await ask(method, { taskId });
    await ask("tasks/list");
  }
  for (const method of ["no/such", "resources/read", "tools/call", "prompts/get"])
    await ask(method, { name: "nothing", uri: "note://nothing" });
  return exchanges;
}

function reply(question: JsonObject): Json {
  if (question["method"] === "roots/list") return { roots: [{ uri: "file:///home" }] };
  if (question["method"] === "elicitation/create") return { action: "accept", content: { name: "Ada" } };
  return { role: "assistant", model: "m", content: { type: "text", text: "Paris" } };
}

const cases = listMocks()
  .filter(isClean)
  .flatMap((script) => spokenRevisions(script).map((revision) => [script.id, revision, script] as const));

describe.each(cases)("%s in %s", (_, revision, script) => {
  it("sends nothing that departs from the shapes of the revision", async () => {
    const exchanges = await walk(script, revision);
    expect(exchanges.length).toBeGreaterThan(10);
    for (const { method, messages } of exchanges) {
      expect([method, messages.length > 0]).toEqual([method, true]);
      for (const message of messages)
        expect([message, messageDefects(message, revision, { direction: "server", answerTo: method })]).toEqual([message, []]);
    }
  });

  it("sends nothing the published schema refuses", async () => {
    const accepts = schemaJudge(revision);
    for (const { method, messages } of await walk(script, revision)) {
      for (const message of messages)
        expect([method, message, accepts(definitionOf(message), message)]).toEqual([method, message, true]);
    }
  });
});

/** What the schema calls a message of a server; a server of 2026-07-28 has no requests, and its schema no such definition. */
function definitionOf(message: JsonObject): string {
  if (message["method"] === undefined) return "JSONRPCMessage";
  return message["id"] === undefined ? "ServerNotification" : "ServerRequest";
}
