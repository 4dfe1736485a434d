import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Check } from "../../src/check/check.ts";
import { causesOf } from "../../src/check/causes.ts";
import { judge } from "../../src/check/judge.ts";
import { violated } from "../../src/check/outcome.ts";
import { checks } from "../../src/check/registry.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { recordedFile } from "../support/traces/load-recorded.ts";
import { parseRecorded } from "../support/traces/parse-recorded.ts";

/** What is found in the trace `violated` of a file: check id and its cause. */
function causesIn(text: string): Record<string, string | undefined> {
  const trace = parseRecorded(text, "causes.traces").traces.get("violated");
  if (trace === undefined) throw new Error("the session is not read");
  const findings = judge(trace, checks, new Map());
  const causes = causesOf(trace, checks, findings);
  return Object.fromEntries(
    findings.flatMap(({ check, verdict }, index) => (verdict === "fail" || verdict === "warn" ? [[check, causes[index]]] : [])),
  );
}

/** What is found in a session that begins with this answer to `initialize` and goes on like this: check id and its cause. */
function found(capabilities: string, session: string): Record<string, string | undefined> {
  return causesIn(`== violated
subject {"kind":"server","transport":"stdio","command":["node","server.js"]}
connect {"transport":"stdio","revision":"2025-11-25","session":"main","capabilities":{},"target":"node server.js"}
step fixture connect
sent {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mcpcheck","version":"0"}}}
received {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",${capabilities}"serverInfo":{"name":"fixture","version":"1.0.0"}}}
sent {"jsonrpc":"2.0","method":"notifications/initialized"}
${session}`);
}

const tools = '{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}';

test("offers that are not declared follow from capabilities that are missing", () => {
  const listed = `sent {"jsonrpc":"2.0","id":2,"method":"tools/list"}
received {"jsonrpc":"2.0","id":2,"result":${tools}}`;
  expect(found("", listed)).toEqual({
    "lifecycle.initialize-result": undefined,
    "tools.declared-when-served": "lifecycle.initialize-result",
  });
  expect(found('"capabilities":{},', listed)).toEqual({ "tools.declared-when-served": undefined });
});

const refused = (error: string): string => `step fixture request unknown-method
sent {"jsonrpc":"2.0","id":2,"method":"mcpcheck/no-such-method"}
received {"jsonrpc":"2.0","id":2,"error":${error}}`;

test("what is said of a code follows from a code that is none; a wrong code beside a missing message stands for itself", () => {
  const fraction = found('"capabilities":{},', refused('{"code":-32600.5,"message":"no"}'));
  expect(fraction).toEqual({
    "jsonrpc.error-object": undefined,
    "jsonrpc.reserved-codes": "jsonrpc.error-object",
    "jsonrpc.unknown-method-code": "jsonrpc.error-object",
  });
  expect(found('"capabilities":{},', refused('{"code":-32603}'))).toMatchObject({
    "jsonrpc.error-object": undefined,
    "jsonrpc.unknown-method-code": undefined,
  });
});

test("a finding that rests on more than the faulty message stands for itself", () => {
  const two = `${refused('{"code":-32600.5,"message":"no"}')}
step fixture request unknown-method
sent {"jsonrpc":"2.0","id":3,"method":"mcpcheck/no-such-method"}
received {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"no"}}`;
  expect(found('"capabilities":{},', two)).toMatchObject({ "jsonrpc.unknown-method-code": undefined });
});

test("what is named by its id goes with it, and the cause is not taken for a consequence", () => {
  const session = `step fixture call unknown-tool
sent {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nope","arguments":{}}}
received {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"done"}]}}`;
  const causes = found('"capabilities":{"tools":{}},', session);
  expect(causes).toMatchObject({ "tools.unknown-name-fails": undefined, "tools.unknown-name": "tools.unknown-name-fails" });
});

test("a name that is not encoded is not told twice", () => {
  expect(causesIn(readFileSync(recordedFile({ id: "http.client-name-encoded", subject: "client" }), "utf8"))).toEqual({
    "http.client-name-encoded": undefined,
    "http.client-name-header": "http.client-name-encoded",
  });
});

test("that a list is not whole follows from an empty cursor only where it ended at one", () => {
  const file = readFileSync(recordedFile({ id: "pagination.client-empty-cursor", subject: "client" }), "utf8");
  const [opening = "", , broken = ""] = file.split(/^(?==)/m);
  const told = opening.replace(
    "2 connect",
    `told {"scenario":"pagination.odd-cursors-stateless","steps":[{"do":"list-tools"}]}\n$&`,
  );
  const report = `report {"step":0,"value":{"step":0,"ok":true,"result":{"tools":[]}}}\nexit`;
  const ended = broken.replace(/^exit/m, report);
  expect(causesIn(`${told}${ended}`)).toMatchObject({
    "pagination.client-empty-cursor": undefined,
    "tools.client-all-pages": "pagination.client-empty-cursor",
  });
  const elsewhere = ended.replace('"nextCursor":""', '"nextCursor":"more"');
  expect(causesIn(`${told}${elsewhere}`)).toMatchObject({ "tools.client-all-pages": undefined });
});

/** What a client did of authorization in the trace `violated` of a check, as the lines of one connection. */
function authorizing(id: string, connection: number): string {
  const file = readFileSync(recordedFile({ id, subject: "client" }), "utf8");
  const lines = (file.split("== violated\n")[1] ?? "").split("\n").filter((line) => /^(connect|auth|exit) /.test(line));
  return lines.map((line) => `${connection} ${line}`).join("\n");
}

test("an iss that is nearly right goes with one that is not compared at all", () => {
  const subject = '== violated\nsubject {"kind":"client","transport":"http","name":"reference"}';
  const [exact, verified] = [authorizing("auth.client-iss-exact", 1), authorizing("auth.client-iss-verified", 2)];
  expect(causesIn([subject, exact].join("\n"))).toMatchObject({ "auth.client-iss-exact": undefined });
  expect(causesIn([subject, exact, verified].join("\n"))).toMatchObject({
    "auth.client-iss-exact": "auth.client-iss-verified",
    "auth.client-iss-verified": undefined,
  });
});

test("a failure is no consequence of a warning, a warning is one of a failure", () => {
  const trace: Trace = {
    subject: { kind: "server", transport: "stdio" },
    events: [
      {
        seq: 1,
        at: 0,
        connection: 1,
        kind: "connect",
        transport: "stdio",
        revision: "2025-11-25",
        session: "main",
        capabilities: {},
        target: "",
      },
    ],
  };
  const check = (id: string, level: Check["level"], explained: readonly string[]): Check => ({
    id,
    title: id,
    subject: "server",
    level,
    spec: { "2024-11-05": "basic" },
    advice: "",
    explains: [{ checks: explained, within: "revision" }],
    verify: () => violated(1, id),
  });
  const causes = (must: readonly string[], should: readonly string[]): (string | undefined)[] => {
    const both = [check("a.must", "MUST", must), check("b.should", "SHOULD", should)];
    return causesOf(trace, both, judge(trace, both, new Map()));
  };
  expect(causes([], ["a.*"])).toEqual([undefined, undefined]);
  expect(causes(["b.*"], [])).toEqual([undefined, "a.must"]);
  expect(causes(["b.*"], ["a.*"])).toEqual([undefined, "a.must"]);
  expect(causes(["a.*"], [])).toEqual([undefined, undefined]);
});

test("a method that works undeclared follows from messages that are sent undeclared", () => {
  const session = `step fixture call
sent {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"info"}}
received {"jsonrpc":"2.0","id":2,"result":{}}
received {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`;
  expect(found('"capabilities":{},', session)).toMatchObject({
    "logging.declared": undefined,
    "logging.undeclared-method": "logging.declared",
  });
});

test("a name that comes on two pages is one fault of paging", () => {
  const session = `sent {"jsonrpc":"2.0","id":2,"method":"tools/list"}
received {"jsonrpc":"2.0","id":2,"result":{${tools.slice(1, -1)},"nextCursor":"2"}}
sent {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"2"}}
received {"jsonrpc":"2.0","id":3,"result":${tools}}`;
  expect(found('"capabilities":{"tools":{}},', session)).toMatchObject({
    "pagination.no-duplicates": undefined,
    "tools.names-unique": "pagination.no-duplicates",
  });
});
