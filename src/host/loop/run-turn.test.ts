import { describe, expect, it } from "vitest";
import { manualClock } from "../../../test/host/manual-clock.ts";
import { echoTool, memoryLink, textTool } from "../../../test/host/memory-link.ts";
import { contentOf, lastOf, playTurn, resultsOf } from "../../../test/host/play-turn.ts";

const files = (): ReturnType<typeof memoryLink> =>
  memoryLink("fs", { tools: [textTool("read_file", "alpha"), textTool("list_directory", "a.txt\nb.txt")] });
const useTool = (name: string, args: object = {}): object => ({ calls: [{ name, arguments: args }] });
const eager = { jit: false };

describe("the loop", () => {
  it("runs a call, hands the result to the model and ends with its answer (B0-069, B0-070, B1-060, B1-090, B2-025)", async () => {
    const played = await playTurn({
      links: [files()],
      ...eager,
      turns: [useTool("fs:read_file", { path: "x" }), { say: "done" }],
    });
    expect(played.events.map(({ kind }) => kind)).toEqual(["calls", "result", "round", "content", "end"]);
    expect(played.backend.requests()[1]?.messages.slice(-2)).toEqual([
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: expect.any(String), name: "fs:read_file", arguments: '{"path":"x"}' }],
      },
      { role: "tool", content: "alpha", toolCallId: expect.any(String), name: "fs:read_file" },
    ]);
    expect(lastOf(played, "end")).toMatchObject({ finish: "stop", clientCalls: [] });
  });

  it("starts with the meta-tool alone, offers what was found and runs it (B0-089, B0-091, B0-092, B0-109)", async () => {
    const link = files();
    const played = await playTurn({
      links: [link],
      turns: [useTool("mcp_discover", { pattern: "*file*" }), useTool("fs:read_file"), { say: "read" }],
    });
    const offered = played.backend.requests().map(({ tools }) => tools.map(({ name }) => name));
    expect(offered).toEqual([["mcp_discover"], ["mcp_discover", "fs:read_file"], ["mcp_discover", "fs:read_file"]]);
    expect(link.opened()).toBe(1);
    expect(link.called()).toEqual([expect.objectContaining({ name: "read_file" })]);
    expect(played.backend.requests()[1]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });

  it("does not contact servers before the first discovery (B0-091)", async () => {
    const link = files();
    await playTurn({ links: [link], turns: [{ say: "no tools needed" }] });
    expect(link.opened()).toBe(0);
  });

  it("refuses tools that were not discovered and unknown ones, and goes on (B0-078, B0-291, B4-040)", async () => {
    const link = files();
    const played = await playTurn({
      links: [link],
      turns: [
        useTool("mcp_discover", { pattern: "read_file" }),
        useTool("fs:list_directory"),
        useTool("nope:x"),
        { say: "sorry" },
      ],
    });
    expect(resultsOf(played).slice(1)).toEqual([
      ["fs:list_directory", expect.stringContaining("mcp_discover"), true],
      ["nope:x", "tool 'nope:x' not found", true],
    ]);
    expect(link.called()).toEqual([]);
    expect(contentOf(played)).toBe("sorry");
  });

  it.each([
    { profile: "strict", runs: 15, finish: "max-rounds" },
    { profile: "llamafarm", runs: 10, finish: "stop" },
    { profile: "ollmcpc", runs: 5, finish: "stop", set: ["loop.loopGuard=none", "policy.approval.when=off"] },
  ])(
    "ends after the rounds of $profile (B0-050, B0-080, B0-082, B1-064, B1-065, B2-030)",
    async ({ profile, runs, finish, set = [] }) => {
      const link = memoryLink("s", { tools: [textTool("t", "again")] });
      const turns = [{ calls: [{ tool: "t", vary: true, sample: true }] }];
      const guard = { set: ["loop.loopGuard=none", ...set] };
      const played = await playTurn({ profile, ...guard, links: [link], ...eager, turns });
      expect(link.called()).toHaveLength(runs);
      expect(played.backend.requests()).toHaveLength(runs);
      expect(lastOf(played, "end")?.finish).toBe(finish);
      expect(contentOf(played) !== "").toBe(profile === "llamafarm");
    },
  );

  it("ends with an error in profile ollama, which names the number (B0-081, B0-288)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "again")] });
    const turns = [useTool("s:t")];
    const played = await playTurn({ profile: "ollama", links: [link], ...eager, turns, request: { maxRounds: 5 } });
    expect(played.events.at(-1)).toMatchObject({
      kind: "error",
      status: 400,
      message: "Maximum tool execution rounds (5) exceeded",
    });
    expect(link.called()).toHaveLength(5);
  });

  it("gives a one-round host its answer without tools (B4-036, B4-050)", async () => {
    const link = memoryLink("db", { tools: [textTool("read_query", "rows")] });
    const turns = [useTool("read_query"), { say: "here", calls: [{ name: "read_query" }] }];
    const played = await playTurn({ profile: "dolphin", links: [link], turns });
    expect(played.backend.requests().map(({ tools }) => tools.length)).toEqual([1, 0]);
    expect(link.called()).toHaveLength(1);
    expect(contentOf(played)).toBe("here");
  });

  it("returns the calls of client tools and runs those of servers (B0-066, B1-056, B1-057, B1-089)", async () => {
    const link = files();
    const clientTools = [{ name: "cli.send", description: "", parameters: { type: "object" } }];
    const turns = [{ calls: [{ name: "fs:read_file" }, { name: "cli.send", arguments: { to: "me" } }] }];
    const played = await playTurn({ links: [link], ...eager, clientTools, turns });
    expect(link.called()).toHaveLength(1);
    expect(lastOf(played, "end")).toMatchObject({
      finish: "tool-calls",
      clientCalls: [{ name: "cli.send", arguments: { to: "me" } }],
    });
    expect(played.backend.requests()).toHaveLength(1);
  });

  it("hands client tools back when there are no servers (B0-065)", async () => {
    const clientTools = [{ name: "f", description: "", parameters: { type: "object" } }];
    const played = await playTurn({ profile: "ollama", clientTools, turns: [useTool("f")] });
    expect(lastOf(played, "end")).toMatchObject({ finish: "tool-calls", clientCalls: [{ name: "f" }] });
  });

  it("never executes in profile vllm-rs (B3-001, B3-025)", async () => {
    const link = files();
    const played = await playTurn({
      profile: "vllm-rs",
      set: ["model.strategy=native"],
      links: [link],
      turns: [useTool("fs_read_file")],
    });
    expect(link.received().map(({ method }) => method)).toEqual(["initialize", "notifications/initialized", "tools/list"]);
    expect(lastOf(played, "end")).toMatchObject({ finish: "tool-calls", clientCalls: [{ name: "fs_read_file" }] });
  });

  it("handles the first call only where the profile says so, and says what it dropped (B1-061, B2-029)", async () => {
    const link = files();
    const turns = [{ calls: [{ name: "read_file" }, { name: "list_directory" }] }, { say: "ok" }];
    const played = await playTurn({ profile: "llamafarm", links: [link], turns });
    expect(link.called().map(({ name }) => name)).toEqual(["read_file"]);
    expect(played.backend.requests()[1]?.messages.at(-2)?.toolCalls).toHaveLength(1);
    expect(lastOf(played, "notice")?.text).toContain("1 further calls");
  });

  it("puts results to the right calls when they finish out of order (B0-075, B0-203)", async () => {
    const clock = manualClock();
    const slow = textTool("slow", "late", { answers: { slow: 50, content: [{ type: "text", text: "late" }] } });
    const link = memoryLink("s", { tools: [slow, textTool("quick", "soon")] }, { clock });
    const turns = [{ calls: [{ name: "s:slow" }, { name: "s:quick" }] }, { say: "both" }];
    const playing = playTurn({ links: [link], ...eager, turns, clock });
    await clock.advance(100);
    const played = await playing;
    expect(resultsOf(played).map(([name]) => name)).toEqual(["s:quick", "s:slow"]);
    expect(
      played.backend
        .requests()[1]
        ?.messages.slice(-2)
        .map(({ content }) => content),
    ).toEqual(["late", "soon"]);
  });

  it("ends a turn of identical calls (B2-032, B2-034, B2-035)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "same")] });
    const turns = [{ calls: [{ name: "s:t", text: '{"a":1,"b":2}' }] }, { calls: [{ name: "s:t", text: '{ "b": 2, "a": 1 }' }] }];
    const scenario = [...turns, ...turns, { say: "never" }];
    const strict = await playTurn({ links: [link], ...eager, turns: scenario });
    expect(link.called()).toHaveLength(3);
    expect(lastOf(strict, "end")?.finish).toBe("repeated-call");
    const one = memoryLink("s", { tools: [textTool("t", "same")] });
    const same = [{ calls: [{ name: "s_t", text: '{"a":1}' }] }];
    await playTurn({ profile: "ollmcpc", set: ["policy.approval.when=off"], links: [one], turns: same });
    expect(one.called()).toHaveLength(1);
  });

  it("ignores calls without a name; alone they end the turn (B0-077)", async () => {
    const played = await playTurn({ links: [files()], turns: [{ say: "hm", calls: [{ name: "" }] }] });
    expect(played.events.map(({ kind }) => kind)).toEqual(["content", "notice", "end"]);
  });

  it("answers text that looks like a call with a correction, twice at most (B0-076)", async () => {
    const turns = [{ say: "read_file[ARGS]{oops" }];
    const played = await playTurn({ profile: "ollama", links: [files()], turns });
    expect(played.backend.requests()).toHaveLength(3);
    expect(played.backend.requests()[1]?.messages.at(-1)).toMatchObject({ role: "user" });
  });

  it("tells what a model's server refuses, and what is broken there (B0-047, B0-223)", async () => {
    const refused = await playTurn({ turns: [{ fault: { status: { code: 404, message: "no such model" } } }] });
    expect(refused.events).toEqual([{ kind: "error", failure: "request", status: 404, message: "no such model" }]);
    const broken = await playTurn({ turns: [{ say: "half", fault: { drop: { after: 1 } } }] });
    expect(broken.events.at(-1)).toMatchObject({ kind: "error", failure: "model", status: 502 });
  });

  it("does not wait for ever for a model that is silent", async () => {
    const clock = manualClock();
    const playing = playTurn({ turns: [{ fault: { hang: true } }], clock });
    await clock.advance(120_000);
    expect((await playing).events.at(-1)).toMatchObject({ kind: "error", failure: "timeout", status: 504 });
  });

  it("cancels what runs and begins nothing new when the client goes (B0-079)", async () => {
    const clock = manualClock();
    const slow = echoTool("slow", { answers: { slow: 1000, echo: true }, annotations: { destructiveHint: false } });
    const link = memoryLink("s", { tools: [slow] }, { clock });
    const controller = new AbortController();
    const turns = [{ calls: [{ name: "s:slow" }, { name: "s:slow", arguments: { n: 2 } }] }];
    const playing = playTurn({ links: [link], ...eager, turns, clock, signal: controller.signal });
    await clock.advance(100);
    controller.abort();
    expect((await playing).events.at(-1)).toMatchObject({ kind: "error", failure: "aborted" });
    expect(link.called()).toHaveLength(1);
    expect(link.received().map(({ method }) => method)).toContain("notifications/cancelled");
  });

  it("goes on when one of the servers does not start, and says which (B0-068)", async () => {
    const good = files();
    const bad = { ...memoryLink("bad", {}), open: async () => await Promise.resolve({ refused: "no such command" }) };
    const played = await playTurn({ links: [bad, good], ...eager, turns: [useTool("fs:read_file"), { say: "fine" }] });
    expect(lastOf(played, "notice")?.text).toContain("bad failed to initialize: no such command");
    expect(contentOf(played)).toBe("fine");
  });

  it("sends no tools member's worth of tools when there are none (B0-286, B1-039)", async () => {
    const played = await playTurn({ turns: [{ say: "plain" }] });
    expect(played.backend.requests()[0]).toMatchObject({ tools: [], messages: [{ role: "user", content: "do it" }] });
  });
});
