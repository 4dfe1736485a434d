import { expect, test } from "vitest";
import type { Trace } from "../../../trace/trace.ts";
import { toolsCalledNotice } from "./tools-called.ts";

/** A session in which a server lists tools, those named with a star as read-only, and some are called. */
function session(tools: readonly string[], called: readonly string[]): Trace {
  const listed = tools.map((name) => ({
    name: name.replace("*", ""),
    inputSchema: { type: "object" },
    ...(name.endsWith("*") ? { annotations: { readOnlyHint: true } } : {}),
  }));
  const texts = [
    '{"jsonrpc":"2.0","id":0,"method":"tools/list"}',
    JSON.stringify({ jsonrpc: "2.0", id: 0, result: { tools: listed } }),
    ...called.map((name, index) => JSON.stringify({ jsonrpc: "2.0", id: index + 1, method: "tools/call", params: { name } })),
  ];
  return {
    subject: { kind: "server", transport: "stdio" },
    events: texts.map((text, index) => ({
      seq: index + 1,
      at: index,
      connection: 1,
      kind: "frame",
      direction: index === 1 ? "received" : "sent",
      text,
      bytes: text.length,
      terminator: "\n",
    })),
  };
}

test("what was not called is named, with what would let it be called", () => {
  expect(toolsCalledNotice(session(["get_home*", "set_home"], ["get_home"]), false)).toBe(
    "tools called: 1 of 2; set_home is not annotated readOnlyHint: true, and called with --allow-writes only",
  );
  expect(toolsCalledNotice(session(["a", "b", "c", "d", "e", "f", "g"], []), false)).toBe(
    "tools called: 0 of 7; a, b, c, d, e, 2 others are not annotated readOnlyHint: true, and called with --allow-writes only",
  );
  expect(toolsCalledNotice(session(["find*"], []), false)).toBe(
    "tools called: 0 of 1; find left out: a run calls some tools only, and those it can derive arguments for (--hints names others)",
  );
});

test("nothing is said where every tool was called, or there is none", () => {
  expect(toolsCalledNotice(session(["get_home*"], ["get_home"]), false)).toBeUndefined();
  expect(toolsCalledNotice(session([], []), false)).toBeUndefined();
});
