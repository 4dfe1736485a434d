import { expect, test } from "vitest";
import * as mcpcheck from "../../src/library/index.ts";
import * as mock from "../../src/library/mock.ts";
import * as model from "../../src/library/model.ts";
import * as msw from "../../src/library/msw.ts";
import * as nodeTest from "../../src/library/node-test.ts";
import * as oneFormat from "../../src/library/toolcall-format.ts";
import * as vitest from "../../src/library/vitest.ts";
import * as toolcall from "../../src/library/toolcall.ts";

/** Whoever calls without types gets what is in no signature past the compiler. */
type Untyped = (...given: readonly unknown[]) => unknown;

const and: Untyped = (more) => model.says("x").and(more as never);
const asText: Untyped = (format) => model.says("x").asText(format as never);
const toConform: Untyped = async (received) => await vitest.mcpMatchers.toConform(received as never);
const toListTool: Untyped = async (received) => await vitest.mcpMatchers.toListTool(received as never, "echo");

const server = { command: "server" };

/** What is called, with what, and what the message has to name. */
const cases: readonly (readonly [called: Untyped, given: readonly unknown[], place: string])[] = [
  ...[mcpcheck.judgeServer, mcpcheck.listTools].flatMap((called) =>
    (
      [
        [[], "target"],
        [[null], "target"],
        [[{}], "target"],
        [[{ url: 3 }], "target"],
        [[{ check: 3 }], "target"],
        [[{ ...server, args: "x" }], "target.args"],
        [[{ url: "http://x", headers: { a: 1 } }], "target.headers"],
        [[{ url: "http://x", transport: "telex" }], "target.transport"],
        [[server, null], "options"],
        [[server, { timeoutMS: 1 }], "options.timeoutMS"],
        [[server, { workers: -1 }], "options.workers"],
        [[server, { workers: "2" }], "options.workers"],
        [[server, { timeoutMs: -1 }], "options.timeoutMs"],
        [[server, { budgetMs: Number.NaN }], "options.budgetMs"],
        [[server, { check: 3 }], "options.check"],
        [[server, { sandbox: "yes" }], "options.sandbox"],
        [[server, { signal: {} }], "options.signal"],
      ] as const
    ).map(([given, place]) => [called as Untyped, given, place] as const),
  ),
  [mcpcheck.judgeTrace as Untyped, [], "trace"],
  [mcpcheck.judgeTrace as Untyped, [{}], "trace"],
  [mcpcheck.judgeTrace as Untyped, ["", null], "options"],
  [mcpcheck.judgeTrace as Untyped, ["", { check: 3 }], "options.check"],
  [mcpcheck.surface as Untyped, [], "target"],
  [mcpcheck.surface as Untyped, [{}], "target"],
  [mcpcheck.surface as Untyped, [{ events: 3 }], "of"],
  [mcpcheck.surface as Untyped, [server, { timeoutMs: 0 }], "options.timeoutMs"],
  [mcpcheck.explain as Untyped, [], "id"],
  [mcpcheck.compare as Untyped, [], "was"],
  [mcpcheck.compare as Untyped, [null, null], "was"],
  [mcpcheck.diffSurface as Untyped, [{}, {}], "was"],
  [mcpcheck.countToolTokens as Untyped, [], "of"],
  [mcpcheck.countToolTokens as Untyped, [[3]], "of"],
  [mock.startMockServer as Untyped, [], "definition"],
  [mock.startMockServer as Untyped, ["echo", null], "options"],
  [mock.startMockServer as Untyped, ["echo", { transport: "http", port: 99_999 }], "options.port"],
  [mock.startMockServer as Untyped, ["echo", { transport: 3 }], "options.transport"],
  [mock.mockTransport as Untyped, [3], "definition"],
  [mock.mockTransport as Untyped, ["echo", null], "options"],
  [model.startFakeModel as Untyped, [], "definition"],
  [model.startFakeModel as Untyped, [{ turns: 3 }], "turns"],
  [model.startFakeModel as Untyped, ["say", { port: -1 }], "options.port"],
  [model.startFakeModel as Untyped, ["say", { strictSchemas: 3 }], "options.strictSchemas"],
  [toolcall.parseToolCalls as Untyped, [], "text"],
  [toolcall.parseToolCalls as Untyped, ["x"], "format"],
  [toolcall.createToolCallParser as Untyped, [{}], "format"],
  [toolcall.toolCallStream as Untyped, [null], "format"],
  [toolcall.parseToolCalls as Untyped, ["x", "hermes", null], "options"],
  [toolcall.parseToolCalls as Untyped, ["x", "hermes", { tools: {} }], "options.tools"],
  [toolcall.collectEvents as Untyped, [], "events"],
  [toolcall.renderToolCalls as Untyped, [], "calls"],
  [toolcall.renderToolCalls as Untyped, [[{ name: "x" }], "hermes"], "calls"],
  [toolcall.renderToolCalls as Untyped, [[], "hermes", { content: 3 }], "text.content"],
  [toolcall.formatOfModel as Untyped, [], "id"],
  [toolcall.formatFromTokenizerConfig, [], "the tokenizer configuration"],
  [oneFormat.parseToolCalls as Untyped, [], "text"],
  [oneFormat.parseToolCalls as Untyped, ["x", 3], "options"],
  [oneFormat.toolCallStream as Untyped, [{ prefix: 3 }], "options.prefix"],
  [oneFormat.renderToolCalls as Untyped, [3], "calls"],
  [model.says as Untyped, [], "text"],
  [model.calls as Untyped, [], "tool"],
  [model.calls as Untyped, ["search", 3], "args"],
  [and, [], "more"],
  [asText, [], "format"],
  [msw.mcpHandlers as Untyped, ["echo"], "options"],
  [msw.mcpHandlers as Untyped, ["echo", { url: 3 }], "options.url"],
  [msw.mcpHandlers as Untyped, ["echo", {}], "url"],
  [msw.mcpHandlers as Untyped, ["echo", { url: "http://x/mcp", clock: 3 }], "options.clock"],
  [msw.modelHandlers as Untyped, ["say"], "options"],
  [msw.modelHandlers as Untyped, ["say", { baseUrl: 3 }], "options.baseUrl"],
  [nodeTest.describeServer as Untyped, [], "target"],
  [nodeTest.describeServer as Untyped, [server, null], "options"],
  [nodeTest.describeServer as Untyped, [server, { budgetMs: "long" }], "options.budgetMs"],
  [toConform, [null], "target"],
  [toListTool, [{}], "target"],
];

test.each(cases.map(([called, given, place]) => ({ name: called.name, given, place, called })))(
  "$name says what is wrong with $place, given $given",
  async ({ called, given, place }) => {
    // oxlint-disable-next-line require-await -- some of them throw at once
    const answer = (async () => called(...given))();
    await expect(answer).rejects.toMatchObject({
      name: "McpcheckError",
      kind: "usage",
      message: expect.stringMatching(new RegExp(`^${place.replaceAll(".", "\\.")}\\b`)),
    });
  },
);
