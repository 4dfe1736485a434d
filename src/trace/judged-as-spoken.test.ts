import { expect, test } from "vitest";
import { judgedAsSpoken } from "./judged-as-spoken.ts";
import { revisionsIn, type Trace, traceOf } from "./trace.ts";
import type { WireEvent } from "./wire-event.ts";

/** A trace of a client over stdio: on each connection the lines it wrote (`>`) and got (`<`). */
function traceFrom(...connections: readonly (readonly string[])[]): Trace {
  const events = connections.flatMap((lines, index) => {
    const connection = index + 1;
    const frames = lines.map((line): Omit<WireEvent, "seq"> => {
      const text = line.slice(1);
      const direction = line.startsWith(">") ? "received" : "sent";
      return { at: 0, connection, kind: "frame", direction, text, bytes: text.length, terminator: "\n" } as Omit<
        WireEvent,
        "seq"
      >;
    });
    const connect = {
      at: 0,
      connection,
      kind: "connect",
      transport: "stdio",
      revision: null,
      session: "s",
      capabilities: {},
      target: "t",
    };
    return [connect as Omit<WireEvent, "seq">, ...frames];
  });
  return {
    subject: { kind: "client", transport: "stdio" },
    events: events.map((event, seq) => ({ ...event, seq: seq + 1 }) as WireEvent),
  };
}

const opening = (asked: string, agreed: string): readonly string[] => [
  `>{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"${asked}"}}`,
  `<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"${agreed}"}}`,
];
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`;
const probe = `>{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{${meta}}}`;
const listed = [
  `>{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{${meta}}}`,
  `<{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`,
];

test.each([
  ["what initialize agreed on", [opening("2025-11-25", "2025-06-18")], ["2025-06-18"]],
  ["what stateless requests name", [[probe, `<{"jsonrpc":"2.0","id":0,"result":{}}`, ...listed]], ["2026-07-28"]],
  ["nothing, where it was only asked what is spoken", [[probe, `<{"jsonrpc":"2.0","id":0,"result":{}}`]], []],
  [
    "the revision it asked about, where the server lists that",
    [[probe, `<{"jsonrpc":"2.0","id":0,"result":{"supportedVersions":["2026-07-28"]}}`], listed],
    ["2026-07-28"],
  ],
  ["nothing, where initialize was refused", [opening("2025-11-25", "2025-11-25").slice(0, 1)], []],
  ["what came last, after a stateless try that failed", [[probe, ...opening("2025-11-25", "2025-11-25")]], ["2025-11-25"]],
  ["nothing, where the version agreed on does not exist", [opening("2025-11-25", "1999-01-01")], []],
  ["each connection by its own", [opening("2025-11-25", "2025-11-25"), listed], ["2025-11-25", "2026-07-28"]],
])("a connection is judged by %s", (_what, lines, revisions) => {
  expect(revisionsIn(judgedAsSpoken(traceFrom(...lines)))).toEqual(revisions);
});

test("every event of a connection belongs to its revision", () => {
  const trace = judgedAsSpoken(traceFrom(opening("2025-11-25", "2025-11-25"), listed));
  expect(traceOf(trace, "2026-07-28").events.map(({ connection }) => connection)).toEqual([2, 2, 2, 2]);
});
