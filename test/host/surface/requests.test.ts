import { describe, expect, it } from "vitest";
import { memoryLink, textTool } from "../memory-link.ts";
import { bareWorld, linesOf, post, servedHost } from "../served-host.ts";
import { emptyConfiguration } from "../../../src/host/config/configuration.ts";
import type { ServerDefinition } from "../../../src/host/config/server-definition.ts";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { createProcessGuard } from "../../../src/transport/process/process-guard.ts";
import { systemClock } from "../../../src/base/time/clock.ts";
import { linkServer } from "../../../src/host/surface/link-server.ts";
import { optionsFor } from "../../../src/host/surface/option-names.ts";

const user = [{ role: "user", content: "go" }];

function definition(name: string, more: Partial<ServerDefinition> = {}): ServerDefinition {
  return {
    name,
    description: undefined,
    reach: { transport: "stdio", command: "/no/such/command", args: [], env: {}, cwd: undefined },
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable: "never",
    enableIf: {},
    enabled: true,
    initializeMs: undefined,
    callMs: undefined,
    origin: "file",
    place: "test",
    ...more,
  };
}

describe("what a request may say", () => {
  it("takes the documented sample with every option (B0-053, B0-285)", async () => {
    const { url } = await servedHost({ profile: "ollama" });
    const servers = [{ name: "server-name", command: "executable", args: ["arg1", "arg2"], env: { KEY: "value" } }];
    const body = {
      model: "m",
      messages: user,
      mcp_servers: servers,
      stream: false,
      max_tool_rounds: 10,
      tool_timeout: 30_000,
      include_tool_results: true,
    };
    const answer = await post(`${url}/api/chat`, body);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      expect.objectContaining({ done: true, message: { role: "assistant", content: "hello there" } }),
    ]);
  });

  it("caps a discovery at five unless it says otherwise (B0-055, B0-094)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "x", { copies: 14 })] });
    const { url, backend } = await servedHost({
      links: [link],
      turns: [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }, { say: "ok" }],
    });
    await post(`${url}/api/chat`, { model: "m", messages: user });
    await post(`${url}/v1/chat/completions`, { model: "m", messages: user, jit_max_tools: 8 });
    expect([backend.requests()[1], backend.requests()[3]].map((request) => request?.tools.length)).toEqual([6, 9]);
  });

  it("switches definitions on with tools_path, and searches those that are always on (B0-058, B0-120)", async () => {
    const servers = [
      definition("never"),
      definition("path", { autoEnable: "with_path" }),
      definition("always", { autoEnable: "always" }),
    ];
    const { url } = await servedHost({
      profile: "ollama",
      configuration: { ...emptyConfiguration, servers },
      turns: [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }, { say: "ok" }],
    });
    const chat = await post(`${url}/api/chat`, { model: "m", messages: user, tools_path: "/project-dir" });
    const text = JSON.stringify(linesOf(chat.text));
    expect([text.includes("server path "), text.includes("server always "), text.includes("server never ")].map(Boolean)).toEqual(
      [true, true, false],
    );
    const found = JSON.parse((await post(`${url}/api/tools/search`, {})).text) as { errors: { server: string }[] };
    expect(found.errors.map(({ server }) => server)).toEqual(["always"]);
  });

  it("reads few extras on /v1 in profile ollama, all in strict (B0-209)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "x")] });
    const turns = [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }];
    const body = { model: "m", messages: user, max_tool_rounds: "not a number" };
    const ollama = await servedHost({ profile: "ollama", links: [link], turns: [...turns, { say: "ok" }] });
    expect((await post(`${ollama.url}/v1/chat/completions`, body)).status).toBe(200);
    const strict = await servedHost({ links: [link], turns });
    expect((await post(`${strict.url}/v1/chat/completions`, body)).status).toBe(400);
  });

  it("offers request tools beside those of servers; the request's wins on an equal name (B1-055, B3-026)", async () => {
    const link = memoryLink("s", { tools: [textTool("a", "x"), textTool("b", "y")] });
    const { url, backend } = await servedHost({ profile: "vllm-rs", set: ["model.strategy=native"], links: [link] });
    const tool = { type: "function", function: { name: "s_b", description: "mine", parameters: { type: "object" } } };
    await post(`${url}/v1/chat/completions`, { model: "m", messages: user, tools: [tool] });
    expect(backend.requests()[0]?.tools.map(({ name, description }) => [name, description])).toEqual([
      ["s_a", "Gives a"],
      ["s_b", "mine"],
    ]);
  });

  it("gives settings the names of the model's server", () => {
    expect(optionsFor({ num_predict: 5, temperature: 0, mirostat: 1 }, "ollama", "openai")).toEqual({
      max_tokens: 5,
      temperature: 0,
    });
    expect(optionsFor({ max_tokens: 5, logit_bias: {} }, "openai", "ollama")).toEqual({ num_predict: 5 });
    expect(optionsFor({ mirostat: 1 }, "ollama", "ollama")).toEqual({ mirostat: 1 });
  });
});

describe("limits of a link", () => {
  const linked = (profile: string, more: Partial<ServerDefinition>, callMs?: number): ReturnType<typeof linkServer> => {
    const setup = {
      profile: effectiveProfile(profile),
      world: bareWorld(),
      clock: systemClock,
      guard: createProcessGuard(),
      callMs,
      runners: {},
      warn: () => undefined,
    };
    const one = definition("s", more);
    return linkServer({ definition: one, reach: one.reach, root: undefined }, setup);
  };
  const http = { reach: { transport: "http" as const, url: "http://127.0.0.1:9/", headers: {} } };

  it("are those of the request, the environment, the profile, in this order; over HTTP the profile's bounds (B0-162, B0-199, B2-015, B4-024)", () => {
    expect([
      linked("ollama", {}).callMs(undefined),
      linked("ollama", {}, 7000).callMs(undefined),
      linked("ollama", {}, 7000).callMs(90_000),
    ]).toEqual([30_000, 7000, 90_000]);
    expect([
      linked("ollama", http).callMs(undefined),
      linked("ollama", http).callMs(90_000),
      linked("ollama", http).callMs(500),
    ]).toEqual([60_000, 60_000, 500]);
    expect([linked("ollmcpc", {}), linked("dolphin", {})].map(({ callMs }) => callMs(undefined))).toEqual([30_000, 3_600_000]);
  });

  it("give runners that may download longer to start (B4-045)", () => {
    const npx = { reach: { transport: "stdio" as const, command: "npx", args: ["-y", "x"], env: {}, cwd: undefined } };
    expect([linked("strict", npx).initializeMs, linked("strict", {}).initializeMs, linked("ollama", npx).initializeMs]).toEqual([
      60_000, 10_000, 10_000,
    ]);
  });

  it("refuse a command by its name before anything is started (B0-171, B0-178)", async () => {
    const shell = { reach: { transport: "stdio" as const, command: "/bin/bash", args: [], env: {}, cwd: undefined } };
    const recorder = { record: () => ({}) } as never;
    expect(await linked("strict", shell).open(recorder, 1, false)).toEqual({ refused: expect.stringContaining("bash") });
  });
});
