import { describe, expect, it } from "vitest";
import { type JsonObject, valueAt } from "../../src/jsonrpc/json.ts";
import { applyPatch, mergePatch } from "../../src/mock/script/json-patch.ts";
import { loadMock, parseScript } from "../../src/mock/script/load-script.ts";
import { testPeer } from "./test-peer.ts";

const { tools } = loadMock("minimal", "/");
const hi = { name: "echo", arguments: { text: "hi" } };

async function peerWith(...rules: object[]) {
  const peer = testPeer({ tools, rules });
  await peer.open("2025-11-25");
  return peer;
}

describe("a rule", () => {
  it("changes one detail of the correct answer", async () => {
    const patch = [
      { op: "replace", path: "/result/tools/0/name", value: "" },
      { op: "remove", path: "/jsonrpc" },
      { op: "add", path: "/result/tools/-", value: 7 },
      { op: "fill", path: "/result/long", chars: 3 },
      { op: "copy", from: "/result/tools/0", path: "/result/tools/0" },
      { op: "replace", path: "/result/none/such", value: 1 },
    ];
    const [answer] = await (
      await peerWith({ on: "tools/list", do: [{ patch }] })
    ).give({ jsonrpc: "2.0", id: 5, method: "tools/list" });
    expect(answer).toMatchObject({ id: 5, result: { tools: [{ name: "" }, { name: "" }, 7], long: "xxx" } });
    expect(answer).not.toHaveProperty("jsonrpc");
  });

  it("answers with a result, an error or raw text instead", async () => {
    const peer = await peerWith(
      { on: "tools/list", when: { nth: 1 }, do: [{ result: { tools: [] } }] },
      { on: "tools/list", when: { nth: 1 }, do: [{ error: { code: -32603, message: "no" } }] },
      { on: "tools/list", do: [{ raw: "[broken\n" }] },
    );
    const list = JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/list" });
    expect(await peer.giveText(list)).toEqual(['{"jsonrpc":"2.0","id":5,"result":{"tools":[]}}']);
    expect(await peer.giveText(list)).toEqual(['{"jsonrpc":"2.0","id":5,"error":{"code":-32603,"message":"no"}}']);
    expect(await peer.giveText(list)).toEqual(["[broken\n"]);
  });

  it("sends things before and after the answer, and the answer twice", async () => {
    const peer = await peerWith({
      on: "tools/call",
      do: [
        { write: "noise\n" },
        { notify: { method: "notifications/x" } },
        { answer: true },
        { request: { method: "ping", id: null } },
        { repeat: 2 },
      ],
    });
    const texts = await peer.giveText(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: hi }));
    expect(texts[0]).toBe("noise\n");
    expect(texts.slice(1).map((text) => valueAt(JSON.parse(text) as JsonObject, "method") ?? "answer")).toEqual([
      "notifications/x",
      "answer",
      "answer",
      "ping",
    ]);
    expect(valueAt(JSON.parse(texts[4] ?? "") as JsonObject, "id")).toBeNull();
  });

  it("pauses, and leaves the answer out", async () => {
    const peer = await peerWith({ on: "tools/call", do: [{ pause: 500 }] }, { on: "tools/list", do: [{ omit: true }] });
    expect(await peer.ask("tools/call", hi)).toBeUndefined();
    expect(await peer.advance(499)).toEqual([]);
    expect(await peer.advance(1)).toHaveLength(1);
    expect(await peer.ask("tools/list")).toBeUndefined();
    expect(await peer.advance(60_000)).toEqual([]);
  });

  it("holds only under its conditions", async () => {
    const seven = { result: { seven: true } };
    const peer = await peerWith(
      {
        on: "tools/call",
        when: { params: { arguments: { text: "hi" } }, revision: ["2025-06-18", "2025-11-25"], transport: "stdio" },
        do: [seven],
      },
      { on: "ping", when: { era: "stateless" }, do: [seven] },
      { on: "tools/list", when: { from: 3 }, do: [seven] },
    );
    expect(valueAt(await peer.ask("tools/call", hi), "result", "seven")).toBe(true);
    expect(valueAt(await peer.ask("tools/call", { name: "echo", arguments: { text: "ho" } }), "result", "seven")).toBeUndefined();
    expect(valueAt(await peer.ask("ping"), "result")).toEqual({});
    const lists = [
      await peer.ask("tools/list"),
      await peer.ask("tools/list"),
      await peer.ask("tools/list"),
      await peer.ask("tools/list"),
    ];
    expect(lists.map((answer) => valueAt(answer, "result", "seven") === true)).toEqual([false, false, true, true]);
  });

  it("reaches what goes out: notifications, requests and answers", async () => {
    const { tools: rich } = loadMock("reference", "/");
    const peer = testPeer({
      tools: rich,
      rules: [
        { on: "out:notifications/progress", do: [{ merge: { params: { progress: 1 } } }] },
        { on: "out:answer", do: [{ merge: { extra: true } }] },
      ],
    });
    await peer.open("2025-11-25");
    await peer.ask("tools/call", { name: "slow", _meta: { progressToken: 1 } });
    const all = await peer.advance(10_000);
    expect(all.slice(0, 4).map((message) => valueAt(message, "params", "progress"))).toEqual([1, 1, 1, 1]);
    expect(all[4]).toHaveProperty("extra", true);
  });

  it("ignores a notification, reacts to one, and answers what is not a message", async () => {
    const { tools: rich } = loadMock("reference", "/");
    const peer = testPeer({
      tools: rich,
      rules: [
        { on: "notifications/cancelled", do: [{ ignore: true }] },
        { on: "notifications/initialized", do: [{ notify: { method: "notifications/tools/list_changed" } }] },
        { on: "invalid", do: [{ patch: [{ op: "replace", path: "/error/code", value: 0 }] }] },
      ],
    });
    await peer.open("2025-11-25");
    expect(peer.sent.at(-1)?.text).toContain("list_changed");
    await peer.give({ jsonrpc: "2.0", id: "c", method: "tools/call", params: { name: "slow" } });
    await peer.give({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "c" } });
    expect(await peer.advance(10_000)).toHaveLength(1);
    expect(await peer.give(7)).toMatchObject([{ error: { code: 0 } }]);
  });

  it("takes parts of the request, looks for what is missing, fills and diverts", async () => {
    const peer = testPeer({
      tools,
      rules: [
        { on: "initialize", do: [{ patch: [{ op: "take", from: "/params/protocolVersion", path: "/result/protocolVersion" }] }] },
        { on: "tools/call", when: { lacks: "/arguments" }, do: [{ exit: 1 }] },
        { on: "tools/list", do: [{ divert: true }] },
        { on: "ping", do: [{ write: { fill: 4 } }, { write: { base64: "/w==" } }] },
      ],
    });
    const params = { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    expect(valueAt(await peer.ask("initialize", params), "result", "protocolVersion")).toBe("1999-01-01");
    await peer.ask("tools/call", hi);
    expect(peer.log).not.toContain("exit 1");
    await peer.ask("tools/call", { name: "echo" });
    expect(peer.log).toContain("exit 1");
    await peer.ask("tools/list");
    expect(peer.sent.at(-1)?.way).toBe("push");
    expect((await peer.giveText('{"jsonrpc":"2.0","id":9,"method":"ping"}'))[0]).toBe("xxxx");
  });

  it("changes text, shape and process", async () => {
    const peer = await peerWith({
      on: "ping",
      do: [
        { text: { before: "\u{feff}", replace: [["{}", "{ }"]], after: " ", ending: "\r\n" } },
        { status: 503 },
        { headers: { "x-a": "b", "content-type": null } },
        { sse: { id: null, event: "other" } },
        { stderr: "oh" },
        { spawn: "grandchild" },
        { exit: 3 },
        { answer: true },
      ],
    });
    await peer.giveText('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(peer.sent.at(-1)).toEqual({
      way: "answer",
      text: '\u{feff}{"jsonrpc":"2.0","id":1,"result":{ }} ',
      shape: { status: 503, headers: { "x-a": "b", "content-type": null }, sse: { id: null, event: "other" }, ending: "\r\n" },
    });
    expect(peer.log.slice(-3)).toEqual(["stderr oh", "spawn", "exit 3"]);
  });

  it("leaves out the named steps of correct behaviour", async () => {
    const peer = testPeer({ tools, omits: ["cursor", "arguments", "initialized"] });
    expect(
      valueAt(
        await peer.ask("initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "x", version: "1" },
        }),
        "result",
      ),
    ).toBeDefined();
    expect(valueAt(await peer.ask("tools/list", { cursor: "made up" }), "result", "tools")).toHaveLength(1);
    expect(valueAt(await peer.ask("tools/call", { name: "echo", arguments: { text: 5 } }), "result", "isError")).toBeUndefined();
  });
});

describe("a script that is wrong", () => {
  const base = { id: "x", title: "X", serverInfo: { name: "x", version: "1" } };
  it.each([
    [{ ...base, tools: [{ name: "a" }] }, "f.json#/tools/0/inputSchema "],
    [{ ...base, id: "No!" }, "f.json#/id "],
    [{ ...base, color: "red" }, "f.json# "],
    [
      { ...base, rules: [{ on: "ping", do: [{ patch: [{ op: "add", path: 7, value: 1 }] }] }] },
      "f.json#/rules/0/do/0/patch/0/path ",
    ],
    [{ ...base, rules: [{ on: "ping", do: [{ explode: true }] }] }, "f.json#/rules/0/do/0 "],
    [{ ...base, rules: [{ on: "ping", when: { revision: "2020-01-01" }, do: [] }] }, "f.json#/rules/0/when/revision "],
  ])("%j is told with its place", (script, place) => {
    expect(() => parseScript(script, "f.json")).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringContaining(place) }),
    );
  });

  it("is told with its file when it cannot be read, is not JSON, or is unknown", () => {
    expect(() => loadMock("none.json", "/nowhere")).toThrow("cannot read the mock script /nowhere/none.json");
    expect(() => loadMock("README.md.json", "/nowhere")).toThrow("cannot read");
    expect(() => loadMock("no-such-mock", "/")).toThrow(/^there is no mock no-such-mock.*`mcpcheck list mocks` shows all \d+$/);
  });
});

describe("patches", () => {
  it("follow RFC 6902 and RFC 7396 where they apply", () => {
    expect(
      applyPatch({ "a/b": 1, "c~d": [1, 2] }, [
        { op: "remove", path: "/a~1b" },
        { op: "remove", path: "/c~0d/0" },
      ]),
    ).toEqual({ "c~d": [2] });
    expect(applyPatch({ a: 1 }, [{ op: "replace", path: "", value: [] }])).toEqual([]);
    expect(mergePatch({ a: { b: 1, c: 2 }, d: 1 }, { a: { b: null }, d: { e: 1 } })).toEqual({ a: { c: 2 }, d: { e: 1 } });
  });
});
