import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/mirrored.ts";
import { mismatchMended } from "../../../../src/check/client/http/mismatch.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, failed, type Line, note, streamed } from "../../../support/traces/small-trace.ts";
import { broken, kept, none, unseen } from "../told-trace.ts";
import { posts, verdict } from "./over-http.ts";

const version = "2026-07-28";
const meta = (said: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/protocolVersion": said } });
const seen = (check: Check, lines: readonly Line[]): Outcome => verdict(check, lines, version);

/** A request of the revision with these headers. */
const asks = (method: string, params: JsonObject = {}, headers: Readonly<Record<string, string>> = {}): Line =>
  posts(1, ask(1, method, { ...meta(version), ...params }), headers);

const unposted = unseen("the client posted no request");

describe("MCP-Protocol-Version of a request", () => {
  const has = { "MCP-Protocol-Version": version };
  it.each<[string, Line, object]>([
    ["is that of the body", asks("tools/list", {}, has), kept(2)],
    ["is missing", asks("tools/list"), broken("tools/list is without it", 2)],
    ["is another one", asks("tools/list", meta("2027-01-01"), has), broken(`it is ${version}, where _meta says 2027-01-01`, 2)],
    ["stands beside a body that does not say it", posts(1, ask(1, "tools/list"), has), kept(2)],
    ["stands beside a body that says it by a number", asks("tools/list", meta(7), has), kept(2)],
    ["is missing in a notification", posts(1, note("x")), unposted],
    ["is missing in what belongs to an earlier era", posts(1, ask(1, "initialize")), unposted],
  ])("%s", (_situation, line, expected) => {
    expect(seen(checks.clientVersionMirrored, [line])).toEqual(expected);
  });
});

describe("Mcp-Method", () => {
  it.each<[string, Line, object]>([
    ["is the method", asks("tools/list", {}, { "Mcp-Method": "tools/list" }), kept(2)],
    ["is missing", asks("tools/list"), broken("tools/list has none", 2)],
    ["is written otherwise", asks("tools/list", {}, { "Mcp-Method": "Tools/List" }), broken('tools/list has "Tools/List"', 2)],
    ["is missing in a notification", posts(1, note("x")), unposted],
  ])("%s", (_situation, line, expected) => {
    expect(seen(checks.clientMethodHeader, [line])).toEqual(expected);
  });
});

const named = (name: string): Readonly<Record<string, string>> => ({ "Mcp-Name": name });

describe("Mcp-Name", () => {
  const uncalled = unseen("the client called no tool, got no prompt and read no resource");
  it.each<[string, Line, object]>([
    ["of a tool", asks("tools/call", { name: "t" }, named("t")), kept(2)],
    ["of a prompt", asks("prompts/get", { name: "p" }, named("p")), kept(2)],
    ["of a resource", asks("resources/read", { uri: "a:b", name: "c" }, named("a:b")), kept(2)],
    ["of a tool, encoded", asks("tools/call", { name: "ä" }, named("=?base64?w6Q=?=")), kept(2)],
    ["of a tool, missing", asks("tools/call", { name: "t" }), broken('tools/call of "t" has none', 2)],
    ["of a prompt, missing", asks("prompts/get", { name: "p" }), broken('prompts/get of "p" has none', 2)],
    [
      "of a resource, which is another one",
      asks("resources/read", { uri: "a:b" }, named("a:c")),
      broken('resources/read of "a:b" has "a:c"', 2),
    ],
    ["of a tool that is called by a number", asks("tools/call", { name: 7 }), uncalled],
    ["of a list", asks("tools/list", { name: "t" }), uncalled],
    ["of a task, which is looked at elsewhere", asks("tasks/get", { taskId: "k", name: "t" }), uncalled],
  ])("%s", (_situation, line, expected) => {
    expect(seen(checks.clientNameHeader, [line])).toEqual(expected);
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])("of a task in %s", (method) => {
    expect(seen(checks.taskNameHeader, [asks(method, { taskId: "k" }, named("k"))])).toEqual(kept(2));
    expect(seen(checks.taskNameHeader, [asks(method, { taskId: "k" })])).toEqual(broken(`${method} of "k" has none`, 2));
  });

  it.each(["tasks/list", "tools/call"])("of a task is not wanted in %s", (method) => {
    expect(seen(checks.taskNameHeader, [asks(method, { taskId: "k" })])).toEqual(none("the client asked about no task"));
  });

  const plain = unseen("the client named nothing that has to be encoded");
  const wrong = (given: string, name: string): object =>
    broken(`Mcp-Name is ${JSON.stringify(given)} for ${JSON.stringify(name)}`, 2);
  it.each<[string, string, string, boolean]>([
    ["with a letter that is not ASCII, encoded in three bytes", "ä!", "=?base64?w6Qh?=", true],
    ["with a letter that is not ASCII, encoded in two bytes", "ä", "=?base64?w6Q=?=", true],
    ["with a letter that is not ASCII, encoded in four bytes", "äbc", "=?base64?w6RiYw==?=", true],
    ["with bytes that take signs", "ûï¾~", "=?base64?w7vDr8K+fg==?=", true],
    ["with a letter that is not ASCII, as it is", "ä", "ä", false],
    ["with a letter that is not ASCII, with the marks in capitals", "ä", "=?BASE64?w6Q=?=", false],
    ["with another name encoded", "ä", "=?base64?w7Y=?=", false],
    ["with a form in it, as it is", "ä=?base64?w6Q=?=", "ä=?base64?w6Q=?=", false],
    ["with a form before it, as it is", "=?base64?w6Q=?=ä", "=?base64?w6Q=?=ä", false],
    ["with a blank at its beginning, encoded", " a", "=?base64?IGE=?=", true],
    ["with a blank at its end, encoded", "a ", "=?base64?YSA=?=", true],
    ["with a blank at its end, as it is", "a ", "a ", false],
    ["with a tab within, as it is", "a\tb", "a\tb", false],
    ["that looks encoded, as it is", "=?base64?YQ==?=", "=?base64?YQ==?=", false],
    ["that looks encoded, encoded", "=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?=", true],
  ])("of a tool %s", (_situation, name, given, isRight) => {
    const expected = isRight ? kept(2) : wrong(given, name);
    expect(seen(checks.clientNameEncoded, [asks("tools/call", { name }, named(given))])).toEqual(expected);
  });

  it.each<[string, Line]>([
    ["a plain letter", asks("tools/call", { name: "a" }, named("x"))],
    ["plain words", asks("tools/call", { name: "a b" }, named("x"))],
    ["only the beginning of the form", asks("tools/call", { name: "=?base64?a" }, named("x"))],
    ["only the end of the form", asks("tools/call", { name: "a=?base64?YQ==?=" }, named("x"))],
    ["the form with something behind it", asks("tools/call", { name: "=?base64?YQ==?=a" }, named("x"))],
    ["a name without a header", asks("tools/call", { name: "ä" })],
    ["a number", asks("tools/call", { name: 7 }, named("x"))],
    ["something to list", asks("tools/list", { name: "ä" }, named("x"))],
  ])("need not be encoded for %s", (_situation, line) => {
    expect(seen(checks.clientNameEncoded, [line])).toEqual(plain);
  });
});

describe("a call that was refused for its headers", () => {
  const call = (exchange: number, name = "later"): Line => posts(exchange, ask(exchange, "tools/call", { name }));
  const refused = (exchange: number, code = -32020): Line => streamed(exchange, failed(exchange, code));
  const list = posts(5, ask(5, "tools/list"));
  const met = unseen("no call was refused for its headers");
  it.each<[string, readonly Line[], object]>([
    ["is repeated when the tools have been listed again", [call(1), refused(1), list, call(6)], kept(5)],
    [
      "is not repeated when the tools have been listed again",
      [call(1), refused(1), list],
      broken("the call was not repeated", 4),
    ],
    [
      "is not repeated, but another one is made",
      [call(1), refused(1), list, call(6, "other")],
      broken("the call was not repeated", 4),
    ],
    [
      "is repeated before the tools are listed again",
      [call(1), refused(1), call(6), list],
      broken("the call was not repeated", 5),
    ],
    ["is left", [call(1), refused(1)], broken("the tools were not listed again", 3)],
    [
      "is left, and the tools had been listed before",
      [list, call(1), refused(1), call(6)],
      broken("the tools were not listed again", 4),
    ],
    ["is none, as it was refused for something else", [call(1), refused(1, -32602)], met],
    ["is that of another tool", [call(1, "other"), refused(1)], met],
    ["is not answered yet", [call(1)], met],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(mismatchMended, lines)).toEqual(expected);
  });
});
