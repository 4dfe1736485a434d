import { expect, test } from "vitest";
import {
  compare,
  countToolTokens,
  diffSurface,
  judgeTrace,
  McpcheckError,
  type Report,
  surface,
} from "../../src/library/index.ts";
import { startMockServer } from "../../src/library/mock.ts";

const tool = (name: string, required: readonly string[] = []) => ({
  name,
  description: "Says it.",
  answers: { echo: true as const },
  inputSchema: { type: "object" as const, properties: { text: { type: "string" } }, required: [...required] },
});

test("what a server shows, and what broke in it", async () => {
  await using before = await startMockServer({ tools: [tool("say"), tool("gone")] }, { transport: "http" });
  await using after = await startMockServer({ tools: [tool("say", ["text"])] }, { transport: "http" });
  const was = await surface({ url: before.url });
  const is = await surface({ url: after.url }, { spec: "2025-11-25" });
  expect(was.tools?.map(({ name }) => name)).toEqual(["gone", "say"]);
  expect(is.revision).toBe("2025-11-25");
  const { changes, tokens, uncompared } = diffSurface(was, is);
  expect(changes.filter(({ kind }) => kind === "breaking").map(({ what }) => what)).toEqual(["tool gone", "tool say"]);
  expect(tokens.was).toBeGreaterThan(tokens.is);
  expect(uncompared).toEqual([]);
  // What was saved is the same surface.
  expect(await surface(JSON.stringify(was), { name: "mcp-surface.json" })).toEqual(was);
  expect(diffSurface(was, was).changes).toEqual([]);
  const costs = await countToolTokens(was);
  expect(costs.map(({ tokenizer, tools }) => [tokenizer, tools.length])).toEqual([
    ["o200k_base", 2],
    ["cl100k_base", 2],
  ]);
  expect(await countToolTokens(was.tools ?? [])).toEqual(costs);
});

test.each([
  ["a target that is none", { command: "" }, {}, "usage", "nothing to judge"],
  [
    "a text that is none",
    "{}",
    { name: "x.json" },
    "usage",
    "x.json: neither a file that mcpcheck surface save wrote nor a trace",
  ],
  [
    "a revision there is not",
    { url: "http://127.0.0.1:9/mcp" },
    { spec: "1999-01-01" as never },
    "usage",
    "spec: there is no revision",
  ],
  ["a server that is not there", { url: "http://127.0.0.1:9/mcp" }, {}, "subject", "127.0.0.1:9"],
])("%s is thrown, and nothing else", async (_what, of, options, kind, words) => {
  const error = await surface(of, options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(McpcheckError);
  expect(error).toMatchObject({ kind, message: expect.stringContaining(words) });
});

test("it ends when the signal says so, with its reason", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(surface({ url: "http://127.0.0.1:9/mcp" }, { signal })).rejects.toThrow("enough");
});

test("what two reports differ in", () => {
  const report = (verdict: string) =>
    ({
      schemaVersion: 1,
      exitCode: 0,
      error: null,
      findings: [{ check: "a.b", revision: "2025-11-25", verdict, message: "m" }],
    }) as unknown as Report;
  expect(compare(report("pass"), report("fail"))).toMatchObject({
    schemaVersion: 1,
    worse: true,
    broken: [{ check: "a.b", was: "pass", is: "fail" }],
  });
  expect(compare(JSON.stringify(report("fail")), report("pass"))).toMatchObject({ worse: false, fixed: [{ check: "a.b" }] });
  expect(() => compare("{", report("pass"))).toThrow(McpcheckError);
  expect(() => compare(report("pass"), {} as Report)).toThrow(/^is/);
});

test("providers are about the tools of a server", async () => {
  await expect(judgeTrace("nothing", { providers: ["gemini"] })).rejects.toMatchObject({ kind: "usage" });
});
