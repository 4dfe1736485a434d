import { describe, expect, it } from "vitest";
import { parseToolCalls } from "../../toolcall/collect.ts";
import { formats } from "../../toolcall/formats/registry.ts";
import type { ModelRequest } from "../model-backend.ts";
import type { ModelMessage } from "../model-message.ts";
import { loadModelScript } from "../script/load-model.ts";
import type { ModelScript } from "../script/model-script.ts";
import { ask, scriptOf, turnsOf } from "../../../test/support/fake-models.ts";
import { say } from "./say.ts";
import { callsOf, textOfPieces } from "./utterance.ts";

const user = (content: string): ModelMessage => ({ role: "user", content });
const called: ModelMessage = { role: "assistant", content: "", toolCalls: [{ id: "1", name: "read", arguments: "{}" }] };

function said(script: ModelScript, messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}) {
  const { pieces, scenario, round } = say(script, ask("", { messages, ...more }));
  return {
    text: textOfPieces(pieces, "content"),
    calls: callsOf(pieces).map(({ name, text }) => `${name} ${text}`),
    scenario,
    round,
  };
}

describe("which turn comes", () => {
  const counting = turnsOf([{ say: "0" }, { say: "1", rounds: 2 }, { say: "3" }]);
  const history = (rounds: number) => [
    user("x"),
    ...Array.from({ length: rounds }, (): ModelMessage => ({ role: "assistant", content: "." })),
  ];

  it("counts what the model said since the user spoke, and stays at the last turn", () => {
    expect([0, 1, 2, 3, 4, 9].map((rounds) => said(counting, history(rounds)).text)).toEqual(["0", "1", "1", "3", "3", "3"]);
    expect(said(counting, [...history(3), user("again")]).text).toBe("0");
  });

  it("begins again after the last turn if the scenario says so, and counts all rounds if it says so", () => {
    const cycle = scriptOf([{ id: "a", turns: [{ say: "0" }, { say: "1" }], afterwards: "cycle" }]);
    expect([0, 1, 2, 3].map((rounds) => said(cycle, history(rounds)).text)).toEqual(["0", "1", "0", "1"]);
    const all = scriptOf([{ id: "a", turns: [{ say: "0" }, { say: "1" }], rounds: "all" }]);
    expect(said(all, [...history(1), user("again")]).text).toBe("1");
  });

  it("takes a user's message after a call for its result, as some hosts hand results over", () => {
    const script = turnsOf([{ say: "0" }, { say: [{ result: "last" }, " for ", { user: true }] }]);
    expect(said(script, [user("q"), called, user("42")]).text).toBe("42 for q");
    const raw = turnsOf([{ calls: [{ name: "read" }] }, { say: [{ result: "last" }] }], { format: "hermes" });
    const first = said(raw, [user("q")]).text;
    expect(said(raw, [user("q"), { role: "assistant", content: first }, user("42")]).text).toBe("42");
  });

  it("is named by a marker, wherever it stands since the user spoke", () => {
    const script = scriptOf([
      {
        id: "one",
        when: { marker: "MCK_ONE" },
        turns: [{ say: "first" }, { say: "second", marker: "MCK_NEXT" }, { say: "third" }],
      },
      { id: "else", turns: [{ say: "else" }] },
    ]);
    expect(said(script, [user("x MCK_ONE")]).text).toBe("first");
    expect(said(script, [user("MCK_ONE"), called, { role: "tool", content: "MCK_NEXT" }, called, called]).text).toBe("second");
    expect(said(script, [user("MCK_ONE"), called, called]).text).toBe("third");
    expect(said(script, [user("MCK_ONE"), called, user("no")]).text).toBe("second");
    expect(said(script, [user("MCK_ONE"), { role: "assistant", content: "" }, user("no")]).text).toBe("else");
  });

  it("is visible nonsense when no scenario applies", () => {
    const script = scriptOf([{ id: "a", when: { user: "never" }, turns: [{ say: "x" }] }]);
    expect(said(script, [user("hi")])).toMatchObject({ text: "NO-SCENARIO of test applies", scenario: undefined });
  });
});

describe("conditions", () => {
  const tools = [
    { name: "files:read_file", parameters: {} },
    { name: "git_status", parameters: {} },
  ];
  const result: ModelMessage = { role: "tool", content: "Error: gone", toolCallId: "1" };
  const holds = (when: object, messages: readonly ModelMessage[] = [{ role: "system", content: "Be brief" }, user("Hello")]) =>
    said(
      scriptOf([
        { id: "yes", when, turns: [{}] },
        { id: "no", turns: [{}] },
      ]),
      messages,
      { tools },
    ).scenario === "yes";

  it.each([
    [{ user: "^hello$" }, true],
    [{ user: "bye" }, false],
    [{ system: "brief" }, true],
    [{ system: "long" }, false],
    [{ round: 0, results: { max: 0 } }, true],
    [{ round: { min: 1 } }, false],
    [{ offers: ["read_file", "git_*"] }, true],
    [{ offers: ["read"] }, false],
    [{ lacks: ["mcp_discover"] }, true],
    [{ lacks: ["git_status"] }, false],
    [{ tools: { min: 2, max: 2 } }, true],
    [{ tools: 3 }, false],
    [{ model: "test", stream: true }, true],
    [{ model: "other" }, false],
    [{ stream: false }, false],
    [{ result: {} }, false],
  ])("%j: %s", (when, expected) => expect(holds(when)).toBe(expected));

  it("look at the last result, named by the call it answers", () => {
    const messages = [user("x"), called, result];
    expect(holds({ result: { name: "read", text: "^error" }, results: 1, round: 1 }, messages)).toBe(true);
    expect(holds({ result: { name: "write" } }, messages)).toBe(false);
    expect(holds({ result: { text: "fine" } }, messages)).toBe(false);
  });
});

describe("calls", () => {
  const schema = {
    type: "object",
    required: ["path", "mode", "depth", "all", "list", "nested"],
    properties: {
      path: { type: "string" },
      mode: { enum: ["r", "w"] },
      depth: { type: ["null", "integer"], minimum: 2.5 },
      all: { type: "boolean" },
      list: { type: "array", minItems: 1, items: { type: "string" } },
      nested: { type: "object", required: ["x"], properties: { x: { const: 7 } } },
      optional: { type: "string" },
    },
  };
  const tools = [
    { name: "files:read_file", parameters: schema },
    { name: "git:status", parameters: {} },
  ];
  const calls = (...list: object[]) => said(turnsOf([{ calls: list }]), [user('call status {"a": {"b": 1}} now')], { tools });

  it("find the offered tool after its server's name, by pattern or by what the user asked", () => {
    expect(
      calls({ tool: "read_file" }, { tool: { offered: "*", nth: 3 } }, { tool: { offered: "*", except: "read_file" } }).calls,
    ).toEqual(["files:read_file {}", "git:status {}", "git:status {}"]);
    expect(calls({ tool: { asked: "call (\\S+)", otherwise: "x" }, asked: true }).calls).toEqual(['git:status {"a": {"b": 1}}']);
    expect(calls({ tool: "nobody" }, { name: "" }, { tool: "status", bare: true }).calls).toEqual([
      "nobody {}",
      " {}",
      "status {}",
    ]);
  });

  it("say so when no offered tool fits", () => {
    expect(calls({ tool: { offered: "client_*" } })).toMatchObject({ text: "NO-TOOL matches client_*", calls: [] });
  });

  it("find tools that a host offers in its system text only", () => {
    const one = JSON.stringify({ type: "function", function: { name: "files:read", parameters: { required: ["path"] } } });
    const other = '{"name": "list", "parameters": {}}';
    const script = turnsOf([{ calls: [{ tool: { offered: "*" }, sample: true }, { tool: "list" }], say: [{ tools: true }] }]);
    for (const block of [`<tool>${one}</tool>\n<tool>${other}</tool>`, `${one}\nnonsense\n${other}`, `[${one}, ${other}]`]) {
      const system = `Signatures stand between <tools></tools>:\n<tools>\n${block}\n</tools>\nCall them.`;
      const { calls: made, text } = said(script, [{ role: "system", content: system }, user("x")], { tools: [] });
      expect([made, text]).toEqual([['files:read {"path":"sample"}', "list {}"], "files:read list"]);
    }
    expect(said(script, [{ role: "system", content: "no tools" }, user("x")], { tools: [] }).text).toContain("NO-TOOL");
  });

  it("have sample arguments that fit the schema, the same every time unless they vary", () => {
    const sample = { path: "sample", mode: "r", depth: 3, all: true, list: ["sample"], nested: { x: 7 } };
    expect(calls({ tool: "read_file", sample: true }).calls).toEqual([`files:read_file ${JSON.stringify(sample)}`]);
    expect(calls({ tool: "read_file", sample: true, arguments: { path: "mine" } }).calls[0]).toContain(
      '{"path":"mine","mode":"r"',
    );
    expect(calls({ tool: "read_file", sample: true, vary: true, times: 2 }).calls[1]).toContain(
      '{"path":"sample-1","mode":"r","depth":4',
    );
  });

  it("are given verbatim where the script does", () => {
    expect(calls({ name: "a", arguments: [1] }, { name: "a", arguments: null }, { name: "a", text: "{not" }).calls).toEqual([
      "a [1]",
      "a null",
      "a {not",
    ]);
  });

  it("have fresh ids, those of the script, or none", () => {
    const script = turnsOf([{ calls: [{ name: "a" }, { name: "a", id: "mine" }, { name: "a", id: null }] }]);
    const ids = (messages: readonly ModelMessage[]) => callsOf(say(script, ask("", { messages })).pieces).map(({ id }) => id);
    expect(ids([user("x")])).toEqual(["call00000", "mine", undefined]);
    expect(ids([user("x"), called, user("y")])[0]).toBe("call01000");
  });
});

describe("raw text", () => {
  const tools = [
    { name: "read_file", parameters: { type: "object", required: ["path"], properties: { path: { type: "string" } } } },
  ];

  it.each(formats.map((format) => ({ id: format.id, format })))(
    "of $id reads back as the call that was meant",
    ({ id, format }) => {
      const script = { ...loadModelScript("call-then-say", "/"), format: id };
      const { text, calls } = said(script, [user("x")], { tools });
      expect(calls).toEqual([]);
      const parsed = parseToolCalls(format, text, { tools });
      expect(parsed.calls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual([["read_file", { path: "sample" }]]);
      expect(parsed.content.trim()).toBe("Let me look.");
    },
  );

  it("is verbatim, put together from parts, and cut on wish", () => {
    expect(said(turnsOf([{ raw: ["a", { repeat: "b", times: 3 }] }]), [user("x")]).text).toBe("abbb");
    expect(said(turnsOf([{ raw: "abcdef", cut: 2 }]), [user("x")]).text).toBe("ab");
    expect(said(turnsOf([{ raw: "abcdef", cut: -2 }]), [user("x")]).text).toBe("abcd");
  });
});
