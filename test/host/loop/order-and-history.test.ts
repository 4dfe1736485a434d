import { describe, expect, it } from "vitest";
import { manualClock } from "../manual-clock.ts";
import { echoTool, memoryLink, textTool } from "../memory-link.ts";
import { contentOf, lastOf, playTurn, resultsOf } from "../play-turn.ts";
import { formatById } from "../../../src/toolcall/formats/registry.ts";
import { effectiveProfile } from "../../../src/host/profile/effective-profile.ts";
import { mayRunTogether } from "../../../src/host/loop/plan-calls.ts";
import { createTurnHistory } from "../../../src/host/loop/turn-history.ts";

const plan = (...names: readonly (string | readonly [string, string])[]): Parameters<typeof mayRunTogether>[0] =>
  names.map((one) =>
    typeof one === "string"
      ? { name: one, arguments: {}, readOnly: false }
      : { name: one[0], arguments: { path: one[1] }, readOnly: false },
  );

describe("the order of calls", () => {
  it.each([
    [plan("read_a", "read_b"), true],
    [plan("write_a", "read_b"), false],
    [plan(["read_a", "/x"], ["read_b", "/x"]), false],
    [plan(["read_a", "/x"], ["read_b", "/y"]), true],
    [plan("do_first", "do_other"), false],
    [plan("one"), false],
  ])("goes by names in profile ollama: %# (B0-074)", (calls, together) => {
    expect(mayRunTogether(calls, "names")).toBe(together);
  });

  it("is one after the other unless every tool only reads, in strict and in dolphin's way always (B0-074, B4-037)", async () => {
    const readers = [...plan("a", "b")].map((one) => ({ ...one, readOnly: true }));
    expect([
      mayRunTogether(readers, "readOnly"),
      mayRunTogether(plan("a", "b"), "readOnly"),
      mayRunTogether(readers, "sequential"),
    ]).toEqual([true, false, false]);
    const clock = manualClock();
    const slow = textTool("slow", "1", { answers: { slow: 100, content: [{ type: "text", text: "1" }] } });
    const link = memoryLink("s", { tools: [slow, textTool("quick", "2")] }, { clock });
    const turns = [{ calls: [{ name: "slow" }, { name: "quick" }] }, { say: "ok" }];
    const playing = playTurn({ profile: "dolphin", links: [link], turns, clock });
    await clock.advance(200);
    expect(resultsOf(await playing).map(([name]) => name)).toEqual(["slow", "quick"]);
  });
});

describe("the end of a turn", () => {
  it("is decided by calls, not by the word the model has for it (B4-032)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "x")] });
    const turns = [
      { calls: [{ name: "s:t" }], finish: "stop" },
      { say: "done", finish: "tool_calls" },
    ];
    const played = await playTurn({ links: [link], jit: false, turns });
    expect([link.called().length, lastOf(played, "end")?.finish]).toEqual([1, "stop"]);
  });

  it("is an ordinary one when the last allowed answer asks for nothing (B1-066)", async () => {
    const link = memoryLink("s", { tools: [textTool("t", "x")] });
    const calls = Array.from({ length: 9 }, (_, n) => ({ calls: [{ name: "t", arguments: { path: String(n) } }] }));
    const played = await playTurn({ profile: "llamafarm", links: [link], turns: [...calls, { say: "finished" }] });
    expect([link.called().length, contentOf(played)]).toEqual([9, "finished"]);
  });

  it("comes by the rounds for calls that alternate, and the client is told (B2-031, B2-036, B2-037)", async () => {
    const link = memoryLink("s", { tools: [textTool("a", "x"), textTool("b", "y")] });
    const turns = [
      { calls: [{ name: "s_a" }] },
      { calls: [{ name: "s_b" }] },
      { calls: [{ name: "s_a" }] },
      { calls: [{ name: "s_b" }] },
      { calls: [{ name: "s_a" }] },
    ];
    const played = await playTurn({ profile: "ollmcpc", set: ["policy.approval.when=off"], links: [link], turns });
    expect(link.called()).toHaveLength(5);
    expect(lastOf(played, "notice")?.text).toContain("rounds (5)");
    expect(resultsOf(played).at(-1)?.[1]).toBe("x");
  });

  it("forgets what was called: the next turn may do it again (B2-033)", async () => {
    const link = memoryLink("s", { tools: [textTool("a", "x")] });
    const setup = {
      profile: "ollmcpc",
      set: ["policy.approval.when=off"],
      links: [link],
      turns: [{ calls: [{ name: "s_a" }] }, { say: "ok" }],
    };
    await playTurn(setup);
    await playTurn(setup);
    expect(link.called()).toHaveLength(2);
  });
});

describe("a conversation that goes on", () => {
  it("keeps answers with their calls, results in the order of the calls, and the last answer (B2-028, B2-062, B2-063)", async () => {
    const profile = effectiveProfile("ollmcpc", ["policy.approval.when=off"]);
    const link = memoryLink("s", { tools: [textTool("t", "42")] });
    const set = ["policy.approval.when=off"];
    const played = await playTurn({
      profile: "ollmcpc",
      set,
      links: [link],
      turns: [{ calls: [{ name: "s_t" }] }, { say: "It is 42." }],
    });
    const history = createTurnHistory(profile);
    for (const event of played.events) history.take(event);
    expect(history.messages()).toEqual([
      { role: "assistant", content: "", toolCalls: [{ id: expect.any(String), name: "s_t", arguments: "{}" }] },
      { role: "user", content: expect.stringContaining("Result: 42") },
      { role: "assistant", content: "It is 42." },
    ]);
  });

  it("passes texts on that are not JSON, unchanged (B4-044)", async () => {
    const repr = "[{'name': 'users'}]";
    const link = memoryLink("s", { tools: [textTool("t", repr)] });
    const played = await playTurn({ links: [link], jit: false, turns: [{ calls: [{ name: "s:t" }] }, { say: "ok" }] });
    expect(played.backend.requests()[1]?.messages.at(-1)?.content).toBe(repr);
  });
});

describe("text of a model that delivers no calls", () => {
  const format = formatById("hermes");

  it("never shows markup, however it is cut (B0-226, B1-045)", async () => {
    const raw =
      'A <tool_call>\n{"name": "s:t", "arguments": {"path": "1"}}\n</tool_call>\n<tool_call>\n{"name": "s:t", "arguments": {"path": "2"}}\n</tool_call>';
    for (const every of [1, 2, 3, 7, 1000]) {
      const link = memoryLink("s", { tools: [textTool("t", "x")] });
      const turns = [{ raw, split: { every } }, { say: " B" }];
      const played = await playTurn({ links: [link], jit: false, turns, ...(format === undefined ? {} : { format }) });
      expect([contentOf(played).replaceAll(/\s+/g, " "), link.called().length]).toEqual(["A B", 2]);
    }
  });

  it.each([
    ["<think>", "</think>"],
    ["```\n", "\n```\n"],
  ])("is not a call inside %s, unless the profile wants none of that (B3-053, B3-056, B3-058, B3-059)", async (open, close) => {
    const call = '<tool_call>\n{"name": "s:t", "arguments": {}}\n</tool_call>';
    const counted = async (raw: string, ...set: string[]): Promise<number> => {
      const link = memoryLink("s", { tools: [textTool("t", "x")] });
      await playTurn({
        set,
        links: [link],
        jit: false,
        turns: [{ raw }, { say: "ok" }],
        ...(format === undefined ? {} : { format }),
      });
      return link.called().length;
    };
    expect(await counted(`${open}${call}${close}`)).toBe(0);
    expect(await counted(`${open}hm${close}${call}`)).toBe(1);
    expect(await counted(`${open}${call}${close}`, "model.contentFilter=false")).toBe(1);
  });

  it("goes to the tools field as members where the model takes them (B1-036, B1-037, B2-017, B2-023, B4-029)", async () => {
    const link = memoryLink("s", { tools: [echoTool("t")] });
    const played = await playTurn({
      profile: "llamafarm",
      links: [link],
      messages: [
        { role: "system", content: "be" },
        { role: "user", content: "go" },
      ],
    });
    const [request] = played.backend.requests();
    expect(request?.tools).toEqual([{ name: "t", description: "Does t", parameters: { type: "object" } }]);
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(link.received().at(-1)).toMatchObject({ method: "tools/list", params: {} });
  });
});
