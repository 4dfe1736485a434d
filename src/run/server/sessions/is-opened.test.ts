import { describe, expect, test } from "vitest";
import type { Json } from "../../../jsonrpc/json.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Unrecorded, WireEvent } from "../../../trace/wire-event.ts";
import { isOpened } from "./is-opened.ts";

const result = (version: Json): Json => ({ result: { protocolVersion: version, capabilities: {} } });
const refusal: Json = { error: { code: -32_602, message: "no" } };

/** Requests on one connection, each with its answer, if it has one. */
function traceOf(...asked: readonly (readonly [method: string, answer: Json | undefined])[]): Trace {
  const events: WireEvent[] = [];
  const add = (event: Unrecorded): void => void events.push({ seq: events.length + 1, at: events.length, ...event });
  const frame = (direction: "sent" | "received", message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    add({ kind: "frame", connection: 1, direction, text, bytes: text.length, terminator: "\n" });
  };
  const opening = {
    transport: "stdio",
    revision: "2025-11-25",
    session: "uninitialized",
    capabilities: {},
    target: "node",
  } as const;
  add({ kind: "connect", connection: 1, ...opening });
  for (const [index, [method, answer]] of asked.entries()) {
    frame("sent", { id: index + 1, method });
    if (answer !== undefined) frame("received", { id: index + 1, ...(answer as object) });
  }
  return { subject: { kind: "server", transport: "stdio" }, events };
}

describe("a connection on which odd things came first is opened", () => {
  const early = [
    ["ping", { result: {} }],
    ["tools/list", refusal],
    ["initialize", refusal],
  ] as const;

  test("by an initialize that is answered in the version that is judged", () => {
    expect(isOpened(traceOf(...early, ["initialize", result("2025-11-25")]), 1, "2025-11-25")).toBe(true);
  });

  test.each([
    ["in another version", [...early, ["initialize", result("2025-06-18")]]],
    ["with an error", [...early, ["initialize", refusal]]],
    ["not at all", [...early, ["initialize", undefined]]],
    [
      "after one without params that was taken",
      [
        ["initialize", result("2025-11-25")],
        ["initialize", result("2025-11-25")],
      ],
    ],
    [
      "after a request that got no answer",
      [
        ["ping", undefined],
        ["initialize", result("2025-11-25")],
      ],
    ],
    [
      "before something else",
      [
        ["initialize", result("2025-11-25")],
        ["initialize", refusal],
      ],
    ],
  ] as const)("not by one that is answered %s", (_, asked) => {
    expect(isOpened(traceOf(...asked), 1, "2025-11-25")).toBe(false);
  });

  test("not by that of another connection", () => {
    expect(isOpened(traceOf(["initialize", result("2025-11-25")]), 2, "2025-11-25")).toBe(false);
  });
});
