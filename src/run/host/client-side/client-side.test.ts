import { expect, test } from "vitest";
import type { HostEvent, HostTrace } from "../../../check/host/host-event.ts";
import { checks } from "../../../check/registry.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { createClientSide } from "./client-side.ts";
import { clientTraces } from "./client-traces.ts";

/** What a server process saw: lines the host wrote (`>`) and got (`<`). */
function session(
  server: string,
  connection: number,
  ...lines: readonly string[]
): Omit<Extract<HostEvent, { kind: "server-wire" }>, "seq">[] {
  const common = { connection, transport: "stdio", revision: null, session: "", capabilities: {}, target: "t" } as const;
  const frames = lines.map((line): Unrecorded => {
    const text = line.slice(1);
    const direction = line.startsWith(">") ? "received" : "sent";
    return { kind: "frame", connection, direction, text, bytes: text.length, terminator: "\n" };
  });
  return [{ kind: "connect", ...common } as const, ...frames].map((event) => ({ kind: "server-wire", at: 1, server, event }));
}

const traceOf = (...sessions: readonly ReturnType<typeof session>[]): HostTrace =>
  sessions.flat().map((event, index) => ({ ...event, seq: index + 1 }));

const opening = (revision: string): readonly string[] => [
  `>{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"${revision}","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}`,
  `<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"${revision}","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}`,
  `>{"jsonrpc":"2.0","method":"notifications/initialized"}`,
];
const twice = `>{"jsonrpc":"2.0","id":1,"method":"ping"}`;

test("every process is a connection of its own, whatever servers call theirs", () => {
  const [trace, ...others] = clientTraces(
    traceOf(session("a", 7, ...opening("2025-11-25")), session("b", 7, twice)),
    "suite/case",
  );
  expect(others).toEqual([]);
  expect(trace?.events.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 1]);
});

test("a check is one finding for each revision over all cases, the worst of what was seen", () => {
  const side = createClientSide(checks);
  side.add(traceOf(session("s", 1, ...opening("2025-11-25"))), "suite/good");
  side.add(traceOf(session("s", 1, ...opening("2025-11-25"), twice)), "suite/bad");
  side.add(traceOf(session("s", 1, ...opening("2025-11-25"), twice)), "suite/worse");
  side.add(traceOf(session("s", 1, ...opening("2025-06-18"))), "suite/older");
  const found = side.findings().filter(({ finding }) => finding.check === "jsonrpc.client-id-unique");
  expect(found.map(({ finding }) => [finding.revision, finding.verdict, finding.scenario])).toEqual([
    ["2025-11-25", "fail", "suite/bad"],
    ["2025-06-18", "pass", "suite/older"],
  ]);
  expect(found[0]?.finding.message).toContain("in 2 cases: suite/bad, suite/worse");
  expect(found[0]?.wire.some(({ evidence }) => evidence)).toBe(true);
});

test("what was not seen is not told, and a host without servers is judged by nothing", () => {
  const side = createClientSide(checks);
  side.add([], "suite/none");
  expect(side.findings()).toEqual([]);
});
