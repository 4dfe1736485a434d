import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { emptyConfiguration } from "../../src/host/config/configuration.ts";
import { loadConfiguration } from "../../src/host/config/load-configuration.ts";
import type { ServerDefinition } from "../../src/host/config/server-definition.ts";
import { effectiveProfile } from "../../src/host/profile/effective-profile.ts";
import type { JsonObject } from "../../src/jsonrpc/json.ts";
import { bareWorld, post, servedHost, type TestHostSetup } from "./served-host.ts";

const eras = ["2025-11-25", "2026-07-28"] as const;

/** A host as LlamaFarm, and a client of its endpoint that we did not write. */
async function connected(setup: TestHostSetup = {}, era: (typeof eras)[number] = "2025-11-25") {
  const served = await servedHost({
    profile: "llamafarm",
    configuration: { defaultModel: "test" },
    set: ["surface.unknownModel=accept"],
    ...setup,
  });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: era === "2026-07-28" ? { mode: { pin: era } } : { mode: "legacy" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`)));
  onTestFinished(() => client.close());
  const call = async (name: string, args: JsonObject = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly text?: string }[];
    return isError === true ? { error: first?.text } : structuredContent;
  };
  return { ...served, client, call };
}

/** What a file of the usual form makes of a server's entry. */
function definitionsIn(entry: object): readonly ServerDefinition[] {
  const text = JSON.stringify({ mcpServers: { self: entry } });
  const world = { ...bareWorld(), readText: () => text };
  return loadConfiguration(effectiveProfile("llamafarm"), world, "/servers.json").value.servers;
}

describe.each(eras)("the host's own MCP endpoint, spoken to in %s", (era) => {
  it("has LlamaFarm's tools, and says which change something", async () => {
    const { client } = await connected({}, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_projects",
      "create_project",
      "get_project",
      "update_project",
      "delete_project",
      "chat_completions",
      "rag_query",
      "list_models",
    ]);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint === true).map(({ name }) => name)).toEqual([
      "update_project",
      "delete_project",
    ]);
  });

  it("makes, shows, changes and removes projects, and says what is not there", async () => {
    const { call } = await connected({}, era);
    const place = { namespace: "team", name: "one" };
    const project = { ...place, config: { model: "a" } };
    expect(await call("create_project", project)).toEqual({ project });
    expect(await call("create_project", project)).toEqual({ error: 'there is a project "team/one" already' });
    expect(await call("update_project", { ...place, config: { model: "b" } })).toEqual({
      project: { ...place, config: { model: "b" } },
    });
    expect(await call("get_project", place)).toEqual({ project: { ...place, config: { model: "b" } } });
    expect(await call("list_projects", { namespace: "team" })).toEqual({ projects: [{ ...place, config: { model: "b" } }] });
    await call("delete_project", place);
    expect(await call("get_project", place)).toEqual({ error: 'there is no project "team/one"' });
    expect(await call("delete_project", { name: "default" })).toMatchObject({
      error: expect.stringContaining("own configuration"),
    });
  });

  it("finds documents by their words, the best first", async () => {
    const { call } = await connected({}, era);
    const documents = [
      { id: "a", text: "Zürich lies on a lake." },
      { id: "b", text: "The lake of Zürich is long." },
      { id: "c", text: "Bern" },
    ];
    await call("create_project", { name: "places", config: { documents } });
    expect(await call("rag_query", { project: "places", query: "ZÜRICH, long lake" })).toEqual({
      results: [
        { ...documents[1], score: 3 },
        { ...documents[0], score: 2 },
      ],
    });
    expect(await call("rag_query", { project: "places", query: "lake", limit: 1 })).toMatchObject({ results: [{ id: "a" }] });
    expect(await call("rag_query", { query: "documents" })).toMatchObject({ results: [{ id: "projects" }] });
  });

  it("asks a model, that of a project where one is named, and lists the models", async () => {
    const { call, backend } = await connected({ turns: [{ say: "Good day." }] }, era);
    const messages = [{ role: "user", content: "Hello" }];
    expect(await call("chat_completions", { messages })).toEqual({
      model: "test",
      message: { role: "assistant", content: "Good day." },
    });
    await call("create_project", { name: "other", config: { model: "another" } });
    expect(await call("chat_completions", { messages, project: "other" })).toMatchObject({ model: "another" });
    expect(backend.requests().map(({ model }) => model)).toEqual(["test", "another"]);
    expect(await call("chat_completions", { messages, project: "none" })).toEqual({
      error: 'there is no project "default/none"',
    });
    expect(await call("list_models")).toEqual({ models: ((await backend.listModels()) as { models: string[] }).models });
  });
});

describe("the host as server and client at once", () => {
  it("can be a server of its own, but asks itself three times over at most", async () => {
    const servers: ServerDefinition[] = [];
    const served = await connected({
      turns: [
        { calls: [{ name: "chat_completions", arguments: { messages: [{ role: "user", content: "And you?" }] } }] },
        { say: "done" },
      ],
      configuration: { ...emptyConfiguration, servers, defaultModel: "test" },
    });
    servers.push(...definitionsIn({ transport: "http", url: `${served.url}/mcp` }));
    const body = { model: "test", messages: [{ role: "user", content: "go" }] };
    const { status, text } = await post(`${served.url}/v1/chat/completions`, body);
    expect([status, JSON.parse(text)]).toMatchObject([200, { choices: [{ message: { content: "done" } }] }]);
    const requests = served.backend.requests();
    expect(requests).toHaveLength(8);
    const results = requests.flatMap(({ messages }) =>
      messages.filter(({ role }) => role === "tool").map(({ content }) => content),
    );
    expect(results.filter((one) => JSON.stringify(one).includes("asks no deeper"))).toHaveLength(1);
  });

  it("answers at its endpoint while a chat is under way", async () => {
    const { call, url, backend } = await connected({ turns: [{ say: "late", fault: { hang: true } }] });
    const leaving = new AbortController();
    const body = JSON.stringify({ model: "test", messages: [{ role: "user", content: "go" }] });
    const headers = { "content-type": "application/json" };
    const gone = fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body, signal: leaving.signal }).then(
      () => "answered",
      () => "gone",
    );
    await expect.poll(() => backend.requests().length).toBe(1);
    expect(await call("list_projects")).toMatchObject({ projects: [{ name: "default" }] });
    leaving.abort();
    expect(await gone).toBe("gone");
  });
});

describe("what the endpoint refuses", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  it.each([
    ["a page of another origin", ping, { origin: "https://evil.example" }, 403],
    ["a body that is too large", { ...ping, params: { text: "x".repeat(2000) } }, {}, 413],
    ["what is not JSON", "{", {}, 400],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["a session it does not know", ping, { "mcp-session-id": "none" }, 404],
  ])("%s", async (_, body, headers, status) => {
    const { url } = await servedHost({ profile: "llamafarm", set: ["limits.maxRequestBytes=1000"] });
    expect((await post(`${url}/mcp`, body, { accept: "application/json, text/event-stream", ...headers })).status).toBe(status);
  });

  it("everything, where the profile has no endpoint", async () => {
    const { url } = await servedHost({ profile: "ollama" });
    expect((await post(`${url}/mcp`, ping)).status).toBe(404);
  });
});
