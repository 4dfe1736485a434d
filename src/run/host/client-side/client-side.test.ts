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

/** One stateless request over HTTP, refused by its status or answered with a result. */
function exchange(number: number, status: number): Unrecorded[] {
  const common = { connection: 1, exchange: number } as const;
  const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`;
  const body = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{},"_meta":${meta}}}`;
  const text = status === 200 ? `{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}}` : "oh no";
  const headers = [
    ["content-type", "application/json"],
    ["mcp-protocol-version", "2026-07-28"],
  ] as const;
  return [
    { kind: "http-request", method: "POST", url: "/mcp", headers, body, ...common },
    { kind: "http-response", status, headers: [["content-type", status === 200 ? "application/json" : "text/plain"]], ...common },
    { kind: "http-body", text, bytes: text.length, ...common },
    { kind: "http-end", how: "complete", ...common },
  ];
}

test.each([
  ["after the exchange of the first is over, whatever it was answered with", [0, 1, 2, 3, 4, 5, 6, 7], "pass"],
  ["while the first is under way", [0, 4, 1, 2, 3, 5, 6, 7], "fail"],
] as const)("a second process of a host has an id of the first, %s: %o", (_when, order, verdict) => {
  const connect = {
    kind: "connect",
    connection: 1,
    transport: "http",
    revision: null,
    session: "",
    capabilities: {},
    target: "t",
  } as const;
  const all = [...exchange(1, 405), ...exchange(2, 200)];
  const events: Unrecorded[] = [connect, ...order.flatMap((index) => all[index] ?? [])];
  const side = createClientSide(checks);
  side.add(
    events.map((event, index) => ({ kind: "server-wire", at: index, seq: index + 1, server: "s", event })),
    "suite/twice",
  );
  const found = side.findings().filter(({ finding }) => finding.check === "jsonrpc.client-id-unique");
  expect(found.map(({ finding }) => finding.verdict)).toEqual([verdict]);
});
