import { Ollama } from "ollama";
import { describe, expect, it } from "vitest";
import { manualClock, until } from "../../../../test/host/manual-clock.ts";
import { echoTool, memoryLink, textTool } from "../../../../test/host/memory-link.ts";
import { linesOf, post, servedHost } from "../../../../test/host/served-host.ts";

const files = (): ReturnType<typeof memoryLink> => memoryLink("fs", { tools: [textTool("read_file", "alpha")] });
const user = [{ role: "user", content: "go" }];
const discoverAndRead = [
  { say: "Looking. ", calls: [{ name: "mcp_discover", arguments: { pattern: "*file*" } }] },
  { calls: [{ name: "fs:read_file", arguments: { path: "x" } }] },
  { say: "It says alpha." },
];

describe("/api/chat", () => {
  it("gives the official client one object after the whole loop (B0-044, B0-049, B0-059 to B0-063, B0-067, B0-234, B0-236)", async () => {
    const { url } = await servedHost({ profile: "ollama", links: [files()], turns: discoverAndRead });
    const body = { model: "m", messages: user, stream: false as const, include_tool_results: true, task_id: "t-1" };
    const answer = await new Ollama({ host: url }).chat(body);
    expect(answer).toMatchObject({
      model: "m",
      message: {
        role: "assistant",
        content: "Looking. It says alpha.",
        tool_calls: [
          { function: { name: "mcp_discover", arguments: { pattern: "*file*" } } },
          { function: { name: "fs:read_file", arguments: { path: "x" } } },
        ],
      },
      tool_results: [{ tool_name: "mcp_discover" }, { tool_name: "fs:read_file", arguments: { path: "x" }, content: "alpha" }],
      done: true,
      done_reason: "stop",
      task_id: "t-1",
      task_status: "completed",
    });
  });

  it("streams lines to the official client, one of them done (B0-108, B0-218 to B0-221, B0-225, B0-235, B0-236)", async () => {
    const { url } = await servedHost({ profile: "ollama", links: [files()], turns: discoverAndRead });
    const stream = await new Ollama({ host: url }).chat({ model: "m", messages: user, stream: true });
    const parts: Record<string, unknown>[] = [];
    for await (const part of stream) parts.push(part as unknown as Record<string, unknown>);
    const shapes = parts.map(({ message, done }) => {
      const { content, tool_calls, tool_results } = message as Record<string, unknown>;
      return done === true ? "done" : tool_calls !== undefined ? "calls" : tool_results !== undefined ? "results" : content;
    });
    expect(shapes.filter((shape) => shape !== "calls" && shape !== "results" && shape !== "done").join("")).toBe(
      "Looking. It says alpha.",
    );
    expect(shapes.filter((shape) => ["calls", "results", "done"].includes(String(shape)))).toEqual([
      "calls",
      "results",
      "calls",
      "results",
      "done",
    ]);
    expect(new Set(parts.map(({ task_id }) => task_id)).size).toBe(1);
    expect(parts.map(({ task_status }) => task_status)).toEqual([
      ...Array.from({ length: parts.length - 1 }, () => "working"),
      "completed",
    ]);
    expect(parts.at(-1)).toMatchObject({ done: true, done_reason: "stop", message: { content: "" } });
  });

  it("marks what the host executed and leaves the meta-tool out in strict (B0-063, B0-064)", async () => {
    const { url } = await servedHost({ links: [files()], turns: discoverAndRead });
    const { text } = await post(`${url}/api/chat`, { model: "m", messages: user, stream: false });
    const calls = (JSON.parse(text) as { message: { tool_calls: unknown[] } }).message.tool_calls;
    expect(calls).toEqual([
      expect.objectContaining({ executed_by: "host", function: expect.objectContaining({ name: "fs:read_file" }) }),
    ]);
  });

  it("hands calls of client tools back (B0-065, B0-224)", async () => {
    const { url } = await servedHost({ turns: [{ calls: [{ name: "f", id: null, arguments: { a: 1 } }] }] });
    const tool = { type: "function", function: { name: "f", description: "", parameters: { type: "object", properties: {} } } };
    const answer = await new Ollama({ host: url }).chat({ model: "m", messages: user, tools: [tool], stream: false });
    expect(answer.message.tool_calls).toEqual([
      { id: expect.stringMatching(/^call_[a-z0-9]{8}$/), function: { index: 0, name: "f", arguments: { a: 1 } } },
    ]);
    expect(answer.done_reason).toBe("stop");
  });

  it.each([
    ["an empty body", "", 400, "missing request body"],
    ["no JSON", "{", 400, "invalid JSON"],
    ["a list", "[]", 400, "not a JSON object"],
    ["no model", { messages: user }, 400, "model is required"],
    ["messages of another kind", { model: "m", messages: "hi" }, 400, "messages"],
    ["an unknown role", { model: "m", messages: [{ role: "robot", content: "" }] }, 400, "messages.0.role"],
    ["negative rounds", { model: "m", messages: user, max_tool_rounds: -1 }, 400, "max_tool_rounds"],
    ["rounds as text", { model: "m", messages: user, max_tool_rounds: "3" }, 400, "max_tool_rounds"],
    ["a time-out in words", { model: "m", messages: user, tool_timeout: "soon" }, 400, "tool_timeout"],
    ["no messages", { model: "m", messages: [] }, 400, "messages"],
    ["a server without a command", { model: "m", messages: user, mcp_servers: [{ name: "x" }] }, 400, "Server not found"],
    [
      "a server's name with a slash",
      { model: "m", messages: user, mcp_servers: [{ name: "a/b", command: "node" }] },
      400,
      "name",
    ],
    ["a directory that is none", { model: "m", messages: user, tools_path: "/nowhere" }, 400, "not an existing directory"],
  ])("refuses %s and asks nobody (B0-045, B0-046, B0-048, B0-051)", async (_, body, status, words) => {
    const { url, backend } = await servedHost({});
    const answer = await post(`${url}/api/chat`, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringContaining(words) });
    expect(backend.requests()).toEqual([]);
  });

  it("loads the model on empty messages in profile ollama (B0-048, B0-238)", async () => {
    const { url } = await servedHost({ profile: "ollama" });
    const { text } = await post(`${url}/api/chat`, { model: "m", messages: [] });
    expect(JSON.parse(text)).toMatchObject({ done: true, done_reason: "load", task_status: "completed" });
  });

  it("says 404 for a model nobody has (B0-047)", async () => {
    const { url } = await servedHost({ turns: [{ fault: { status: { code: 404, message: "model 'm' not found" } } }] });
    const answer = await post(`${url}/api/chat`, { model: "m", messages: user });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      404,
      expect.objectContaining({ error: "model 'm' not found", task_status: "failed" }),
    ]);
  });

  it("sends an error line when something breaks after the first line (B0-081, B0-223, B0-237)", async () => {
    const { url } = await servedHost({
      profile: "ollama",
      links: [files()],
      turns: [{ say: "x", calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }],
    });
    const whole = await post(`${url}/api/chat`, { model: "m", messages: user, stream: false, max_tool_rounds: 2 });
    expect([whole.status, JSON.parse(whole.text)]).toEqual([
      400,
      expect.objectContaining({ error: "Maximum tool execution rounds (2) exceeded" }),
    ]);
    const streamed = await post(`${url}/api/chat`, { model: "m", messages: user, max_tool_rounds: 2 });
    expect([streamed.status, streamed.type]).toEqual([200, "application/x-ndjson"]);
    const lines = linesOf(streamed.text);
    expect(lines.at(-1)).toMatchObject({ error: "Maximum tool execution rounds (2) exceeded", task_status: "failed" });
    expect(lines.filter(({ done }) => done === true)).toEqual([]);
  });

  it("answers 200 and says why when strict runs out of rounds (B0-081)", async () => {
    const { url } = await servedHost({
      links: [files()],
      set: ["loop.loopGuard=none"],
      turns: [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }],
    });
    const { status, text } = await post(`${url}/api/chat`, { model: "m", messages: user, stream: false, max_tool_rounds: 3 });
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ done_reason: "max_tool_rounds", task_status: "failed" }),
    ]);
  });

  it("loads every tool up front, or connects without offering more, where the request says so (B0-054, B0-056, B0-113)", async () => {
    const link = files();
    const { url, backend } = await servedHost({ links: [link] });
    await post(`${url}/api/chat`, { model: "m", messages: user, jit_tools: false });
    await post(`${url}/api/chat`, { model: "m", messages: user, jit_connect_eager: true });
    expect(backend.requests().map(({ tools }) => tools.map(({ name }) => name))).toEqual([["fs:read_file"], ["mcp_discover"]]);
    expect(link.opened()).toBe(2);
  });

  it("keeps servers for a session and ends them with a request that has none (B0-057, B0-114, B0-231)", async () => {
    const link = files();
    const { url, backend } = await servedHost({
      links: [link],
      turns: [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }, { say: "ok" }],
    });
    const chat = { model: "m", messages: user, stream: false };
    await post(`${url}/api/chat`, { ...chat, session_id: "s" });
    await post(`${url}/api/chat`, { ...chat, session_id: "s" });
    expect([link.opened(), link.openNow()]).toEqual([1, 1]);
    expect(backend.requests()[2]?.tools.map(({ name }) => name)).toEqual(["mcp_discover", "fs:read_file"]);
    await post(`${url}/api/chat`, chat);
    expect([link.opened(), link.openNow()]).toEqual([2, 1]);
  });

  it("enforces tool_timeout in milliseconds and goes on (B0-052, B0-198)", async () => {
    const clock = manualClock();
    const slow = echoTool("slow", { answers: { slow: 400, echo: true }, annotations: { readOnlyHint: true } });
    const link = memoryLink("s", { tools: [slow] }, { clock });
    const { url, backend } = await servedHost({
      links: [link],
      clock,
      turns: [{ calls: [{ name: "s:slow" }] }, { say: "late" }],
    });
    const answering = post(`${url}/api/chat`, { model: "m", messages: user, jit_tools: false, tool_timeout: 200, stream: false });
    await until(() => link.called().length > 0);
    await clock.advance(200);
    expect((await answering).status).toBe(200);
    expect(backend.requests()[1]?.messages.at(-1)?.content).toBe("Error: the tool did not answer within 0.2 seconds");
    expect(link.received().at(-1)).toMatchObject({ method: "notifications/cancelled" });
  });

  it("cancels the turn of a client that goes away (B0-079)", async () => {
    const clock = manualClock();
    const link = memoryLink(
      "s",
      { tools: [echoTool("slow", { answers: { slow: 1000, echo: true }, annotations: { readOnlyHint: true } })] },
      { clock },
    );
    const { url, backend } = await servedHost({
      links: [link],
      clock,
      turns: [{ calls: [{ name: "s:slow" }] }, { say: "never" }],
    });
    const controller = new AbortController();
    const body = JSON.stringify({ model: "m", messages: user, jit_tools: false });
    const gone = fetch(`${url}/api/chat`, { method: "POST", body, signal: controller.signal }).then((response) =>
      response.text(),
    );
    await until(() => link.called().length > 0);
    controller.abort();
    await expect(gone).rejects.toThrow(/abort/i);
    await until(() => link.openNow() === 0);
    expect(link.received().map(({ method }) => method)).toContain("notifications/cancelled");
    expect(backend.requests()).toHaveLength(1);
  });

  it("refuses foreign origins and hosts, and servers in requests where the profile does (BX-029, BX-030)", async () => {
    const { url } = await servedHost({ profile: "llamafarm", set: ["surface.offered=chat"] });
    const foreign = await post(`${url}/api/chat`, { model: "m", messages: user }, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    const brought = await post(`${url}/api/chat`, {
      model: "m",
      messages: user,
      mcp_servers: [{ name: "x", transport: "stdio", command: "node" }],
    });
    expect([brought.status, JSON.parse(brought.text)]).toEqual([403, { error: expect.stringContaining("mcp_servers") }]);
  });

  it("asks whoever attends, and refuses calls when nobody does (B2-042, B2-047)", async () => {
    const link = memoryLink("s", { tools: [echoTool("wipe", { annotations: { destructiveHint: true } })] });
    const { url, backend } = await servedHost({ links: [link], turns: [{ calls: [{ name: "s:wipe" }] }, { say: "ok" }] });
    const chat = { model: "m", messages: user, jit_tools: false, stream: false };
    await post(`${url}/api/chat`, chat);
    expect(link.called()).toEqual([]);
    expect(backend.requests()[1]?.messages.at(-1)?.content).toContain("User denied execution");
    const controller = new AbortController();
    const attending = await fetch(`${url}/api/approvals`, { signal: controller.signal });
    const answering = post(`${url}/api/chat`, chat);
    const reader = attending.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    const question = JSON.parse(Buffer.from(value ?? []).toString("utf8")) as { id: string; prompt: string };
    expect(question.prompt).toContain("s:wipe");
    expect((await post(`${url}/api/approvals/${question.id}`, { answer: "yes" })).status).toBe(200);
    await answering;
    expect(link.called()).toHaveLength(1);
    controller.abort();
  });

  it("serves 20 chats at a time, each with its own tools (BX-028)", async () => {
    const { host, url } = await servedHost({
      turns: [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }, { say: ["got ", { result: "last" }] }],
    });
    const links = Array.from({ length: 20 }, (_, at) => memoryLink(`s${at}`, { tools: [textTool(`t${at}`, "x")] }));
    const texts = await Promise.all(
      links.map(async (link) => {
        const held = { ...host.setup, links: [link] };
        const { createHost } = await import("../host.ts");
        const events = createHost(held).chat(
          {
            model: "m",
            messages: [{ role: "user", content: "go" }],
            stream: true,
            options: {},
            clientTools: [],
            toolChoice: undefined,
            servers: [],
            toolsPath: undefined,
            jit: undefined,
            cap: undefined,
            connectEagerly: false,
            maxRounds: undefined,
            callTimeoutMs: undefined,
            sessionId: undefined,
          },
          { ask: undefined },
          new AbortController().signal,
        );
        let text = "";
        if ("events" in events) for await (const event of events.events) if (event.kind === "content") text += event.text;
        return text;
      }),
    );
    expect(texts.every((text, at) => text.includes(`s${at}:t${at}`) && text.includes("Found 1 tools"))).toBe(true);
    expect((await fetch(url)).status).toBe(200);
  });
});
