import { expect, test } from "vitest";
import { checks } from "../../check/registry.ts";
import type { Finding } from "../../check/finding.ts";
import type { Trace } from "../../trace/trace.ts";
import { attribute, librariesIn } from "./attribution.ts";
import { loadAttributions } from "./load-attributions.ts";
import { loadConformanceMap } from "../baseline/load-conformance-map.ts";

const attributions = loadAttributions();
const checkIds = new Set(checks.map(({ id }) => id));

/** Real answers, as they were recorded from servers on each library. */
const answers = {
  typescript1: [
    '{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"[\\n  {\\n    \\"expected\\": \\"string\\",\\n    \\"code\\": \\"invalid_type\\",\\n    \\"path\\": [\\n      \\"params\\",\\n      \\"name\\"\\n    ],\\n    \\"message\\": \\"Invalid input: expected string, received undefined\\"\\n  }\\n]"}}',
  ],
  mcpServer1: [
    '{"result":{"content":[{"type":"text","text":"MCP error -32602: Tool nope not found"}],"isError":true},"jsonrpc":"2.0","id":2}',
  ],
  typescript2: [
    '{"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"Request is missing the required _meta envelope for protocol revision 2026-07-28 (io.modelcontextprotocol/protocolVersion, io.modelcontextprotocol/clientCapabilities)"}}',
    '{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Invalid tools/call request: [\\n  {\\n    \\"expected\\": \\"string\\"\\n  }\\n]"}}',
    '{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"Input validation error: Invalid arguments for tool add: a: Invalid input: expected number, received undefined"}],"isError":true}}',
  ],
  python1: ['{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Invalid request parameters","data":""}}'],
  python2: [
    '{"jsonrpc":"2.0","id":15,"error":{"code":-32601,"message":"Method not found","data":"mcpcheck/no-such-method"}}',
    '{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"params._meta is missing the required envelope key(s): io.modelcontextprotocol/protocolVersion"}}',
  ],
  mcpServerPython: [
    '{"jsonrpc":"2.0","id":3,"result":{"content":[{"text":"Error executing tool add: 1 validation error for addArguments","type":"text"}],"isError":true}}',
  ],
  fastmcp: [`{"jsonrpc":"2.0","id":2,"result":{"content":[{"text":"Unknown tool: 'nope'","type":"text"}],"isError":true}}`],
  go: [
    String.raw`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found: \"no/such\""}}`,
    String.raw`{"jsonrpc":"2.0","id":13,"error":{"code":0,"message":"duplicate \"initialize\" received"}}`,
    String.raw`{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"handling 'tools/call': invalid params: unmarshaling \"{}\" into a *mcp.CallToolParamsRaw: json"}}`,
    String.raw`{"jsonrpc":"2.0","id":16,"result":{"content":[{"type":"text","text":"validating \"arguments\": validating root: validating /properties/a: type: x has type \"string\", want \"integer\""}],"isError":true}}`,
  ],
  mcpGo: [
    `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"tool 'mcpcheck-no-such-name-7f3a' not found: tool not found"}}`,
    `{"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"prompt 'mcpcheck-no-such-name-7f3a' not found: prompt not found"}}`,
    `{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"handler not found for resource URI 'mcpcheck://no-such-resource/7f3a': resource not found"}}`,
    String.raw`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"\"server/discover\" requires protocol version 2026-07-28 or later"}}`,
  ],
  fastmcpTypescript: [
    `{"jsonrpc":"2.0","id":22,"error":{"code":-32602,"message":"MCP error -32602: Tool 'echo' parameter validation failed: text: Invalid input: expected string, received undefined. Please check the parameter types and values according to the tool's schema."}}`,
    `{"jsonrpc":"2.0","id":15,"error":{"code":-32601,"message":"MCP error -32601: Resource not found: 'mcpcheck://no-such-resource/7f3a'. Available resources: note://a"}}`,
    `{"jsonrpc":"2.0","id":13,"error":{"code":-32600,"message":"MCP error -32600: Prompt 'review' requires argument 'code': c"}}`,
    `{"jsonrpc":"2.0","id":16,"result":{"content":[{"type":"text","text":"Tool 'boom' execution failed: kaboom"}],"isError":true}}`,
  ],
  java: [
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: invalid_tool_name","data":"Tool not found: mcpcheck-no-such-name-7f3a"}}',
    String.raw`{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Cannot construct instance of \u0060io.modelcontextprotocol.spec.McpSchema$CompleteRequest\u0060, problem: argument must not be null\n at [No location information]"}}`,
    '{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"Tool (echo) input validation failed: Validation failed: JSON schema validation errors: [: required property \'text\' not found]"}],"isError":true}}',
  ],
  rmcp: [
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"request _meta is missing or has malformed required fields: io.modelcontextprotocol/clientCapabilities"}}',
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"mcpcheck/no-such-method"}}',
    '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"failed to deserialize parameters: missing field `text`"}],"isError":true}}',
  ],
  csharp: [
    `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method 'mcpcheck/no-such-method' is not available."}}`,
    `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"An error occurred invoking 'boom'."}],"isError":true}}`,
  ],
  handmade: [
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: nope"}}',
    '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"MCP error -32602: Tool nope not found"}]}}',
    '{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"boom"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
    '{"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"Method not found","data":{"method":"no/such"}}}',
    '{"jsonrpc":"2.0","id":5,"error":{"code":"x","message":7}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: server/discover"}}',
    '{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method mcpcheck/no-such-method not found"}}',
    `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Unknown resource URI: 'mcpcheck://no-such-resource/7f3a'"}}`,
    '{"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"Invalid request parameters"}}',
    `{"jsonrpc":"2.0","id":9,"result":{"content":[{"text":"Unknown tool: 'nope'","type":"text"}],"isError":true}}`,
    '{"jsonrpc":"2.0","id":9,"result":{"content":[{"text":"Error executing tool add: boom","type":"text"}],"isError":true}}',
    `{"jsonrpc":"2.0","id":9,"result":{"content":[{"text":"Tool 'add' execution failed: boom","type":"text"}],"isError":true}}`,
  ],
} as const;

function traceOfTexts(texts: readonly string[]): Trace {
  return {
    subject: { kind: "server", transport: "stdio" },
    events: texts.map((text, index) => ({
      seq: index + 1,
      at: index,
      connection: 1,
      kind: "frame",
      direction: "received",
      text,
      bytes: text.length,
      terminator: "\n",
    })),
  };
}

const librariesOf = (texts: readonly string[]): string[] => [
  ...new Set(librariesIn(attributions, traceOfTexts(texts)).map(({ sdk }) => sdk)),
];

function finding(check: string, verdict: Finding["verdict"], message = ""): Finding {
  return {
    check,
    title: "",
    level: "SHOULD",
    revision: "2025-11-25",
    verdict,
    message,
    spec: "",
    advice: "",
    scenario: null,
    evidence: [1],
    promised: false,
  };
}

test.each([
  ["typescript1", "the TypeScript SDK 1.x (@modelcontextprotocol/sdk)"],
  ["mcpServer1", "the TypeScript SDK 1.x (@modelcontextprotocol/sdk)"],
  ["typescript2", "the TypeScript SDK 2.x (@modelcontextprotocol/server)"],
  ["python1", "the Python SDK 1.x (mcp)"],
  ["python2", "the Python SDK 2.x (mcp)"],
  ["mcpServerPython", "the high-level server of the Python SDK (mcp)"],
  ["fastmcp", "FastMCP"],
  ["go", "the Go SDK (github.com/modelcontextprotocol/go-sdk)"],
  ["mcpGo", "mcp-go (github.com/mark3labs/mcp-go)"],
  ["fastmcpTypescript", "fastmcp for TypeScript"],
  ["java", "the Java SDK (io.modelcontextprotocol.sdk)"],
  ["rmcp", "the Rust SDK (rmcp)"],
  ["csharp", "the C# SDK (ModelContextProtocol)"],
] as const)("each recorded answer of %s gives its library away, beside what it is built on, and no other", (name, sdk) => {
  const beneath = beneathOf(sdk);
  const under = librariesOf(beneath);
  for (const text of answers[name])
    expect(librariesOf([...beneath, text]).filter((found) => !under.includes(found))).toEqual([sdk]);
});

/** What a library that is built on another one says besides, where others may use its words too. */
function beneathOf(sdk: string): readonly string[] {
  if (sdk === "fastmcp for TypeScript") return answers.typescript1;
  return sdk === "FastMCP" || sdk === "the high-level server of the Python SDK (mcp)" ? answers.python2 : [];
}

test("a server on no known library is not attributed to one", () => {
  const findings = [finding("jsonrpc.parse-error-answered", "warn")];
  expect(attribute(attributions, traceOfTexts(answers.handmade), findings)).toBe(findings);
});

test("what is inherited is named and keeps its verdict; what is not stays as it is", () => {
  const findings = [
    finding("jsonrpc.parse-error-answered", "warn"),
    finding("jsonrpc.parse-error-answered", "pass"),
    finding("tools.list-shape", "fail"),
    finding("resources.not-found-code", "warn", "error -32602, expected -32002"),
    finding("resources.not-found-code", "warn", "error 0, expected -32002"),
  ];
  const attributed = attribute(attributions, traceOfTexts([...answers.typescript1, ...answers.mcpServer1]), findings);
  expect(attributed.map(({ verdict }) => verdict)).toEqual(findings.map(({ verdict }) => verdict));
  const sdk = "the TypeScript SDK 1.x (@modelcontextprotocol/sdk)";
  expect(attributed.map(({ inheritedFrom }) => inheritedFrom)).toEqual([sdk, undefined, undefined, sdk, undefined]);
});

test("a server on the low-level API does not inherit what only the high-level one does", () => {
  const [cursor] = attribute(attributions, traceOfTexts(answers.typescript1), [finding("pagination.invalid-cursor", "warn")]);
  expect(cursor?.inheritedFrom).toBeUndefined();
});

test("words that two lines of a library share are those of the line that shows elsewhere in the trace", () => {
  const shared = [finding("jsonrpc.parse-error-answered", "warn")];
  const sdks = (texts: readonly string[]): unknown[] =>
    attribute(attributions, traceOfTexts(texts), shared).map(({ inheritedFrom }) => inheritedFrom);
  expect(sdks(answers.typescript1)).toEqual(["the TypeScript SDK 1.x (@modelcontextprotocol/sdk)"]);
  expect(sdks([...answers.typescript1, ...answers.typescript2])).toEqual([
    "the TypeScript SDK 2.x (@modelcontextprotocol/server)",
  ]);
  expect(sdks(answers.python1)).toEqual(["the Python SDK 1.x (mcp)"]);
  expect(sdks([...answers.python1, ...answers.python2])).toEqual(["the Python SDK 2.x (mcp)"]);
});

test("a behaviour that comes in the library's own words is inherited only where all of them are", () => {
  const logged = (logger: string): string =>
    `{"method":"notifications/message","params":{"level":"error","logger":"${logger}","data":"x"},"jsonrpc":"2.0"}`;
  const trace = traceOfTexts([...answers.python1, logged("mcp.server.exception_handler"), logged("own")]);
  const undeclared = (...evidence: [number, ...number[]]): Finding => ({ ...finding("logging.declared", "fail"), evidence });
  const found = attribute(attributions, trace, [undeclared(2), undeclared(2, 3), undeclared(99)]);
  expect(found.map(({ inheritedFrom }) => inheritedFrom)).toEqual(["the Python SDK 1.x (mcp)", undefined, undefined]);
});

test("what a tool says does not make a server one of another language", () => {
  const wrapped =
    '{"jsonrpc":"2.0","id":9,"result":{"content":[{"type":"text","text":"Error executing tool get_node: not found"}],"isError":true}}';
  expect(librariesOf([wrapped])).toEqual([]);
  expect(librariesOf([...answers.python1, wrapped])).toContain("the high-level server of the Python SDK (mcp)");
  expect(librariesOf([...answers.typescript1, wrapped])).toEqual(["the TypeScript SDK 1.x (@modelcontextprotocol/sdk)"]);
});

test("where the errors of the protocol speak for two languages, no library is named", () => {
  expect(librariesOf([...answers.go, ...answers.java])).toEqual([]);
});

test("words that many use count only beside a library that is recognised by its own", () => {
  const unknown = '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"Unknown tool: nope"}],"isError":true}}';
  expect(librariesOf([unknown])).toEqual([]);
  expect(librariesOf([unknown, ...answers.typescript2])).toEqual(["the TypeScript SDK 2.x (@modelcontextprotocol/server)"]);
  expect(librariesOf([unknown, ...answers.python2])).toEqual([
    "the Python SDK 2.x (mcp)",
    "the high-level server of the Python SDK (mcp)",
  ]);
});

test("a library that yields to another yields to one that is known", () => {
  const names = new Set(attributions.map(({ sdk }) => sdk));
  expect(attributions.flatMap(({ unless = [] }) => unless).filter((sdk) => !names.has(sdk))).toEqual([]);
});

test("every check an attribution names exists", () => {
  const named = attributions.flatMap(({ behaviours }) => behaviours.flatMap((behaviour) => behaviour.checks));
  expect(named.filter((id) => !checkIds.has(id))).toEqual([]);
});

test("every check the map of the official tool names exists", () => {
  expect(
    Object.values(loadConformanceMap())
      .flat()
      .filter((id) => !checkIds.has(id)),
  ).toEqual([]);
});
