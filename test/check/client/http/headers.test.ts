import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/headers.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, failed, type Line, note, opened, status } from "../../../support/traces/small-trace.ts";
import { broken, kept, none, unseen } from "../told-trace.ts";
import { answered, given, goes, posts, verdict } from "./over-http.ts";

describe("Accept", () => {
  const unposted = unseen("the client posted no message");
  it.each<[string, string]>([
    ["both types", "application/json, text/event-stream"],
    ["both types in capitals, with weights", "Text/Event-Stream;q=0.5,APPLICATION/JSON ; q=1"],
    ["everything", "*/*"],
    ["a range for each", "application/*,text/*"],
  ])("of a POST takes %s", (_situation, accept) => {
    expect(verdict(checks.clientAccept, [posts(1, ask(1, "ping"), { Accept: accept })])).toEqual(kept(2));
  });

  it.each<[string, string, string]>([
    ["application/json", "application/json", "text/event-stream"],
    ["text/event-stream", "text/event-stream", "application/json"],
    ["a longer word", "application/jsonx, text/event-stream", "application/json"],
    ["other ranges", "image/*, audio/*", "application/json and text/event-stream"],
  ])("of a POST that takes %s is too little", (_situation, accept, missing) => {
    const expected = broken(`Accept is "${accept}", without ${missing}`, 2);
    expect(verdict(checks.clientAccept, [posts(1, ask(1, "ping"), { Accept: accept })])).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["is missing", [posts(1, note("x"))], broken("Accept is missing, without application/json and text/event-stream", 2)],
    ["is that of a GET", [goes(1, "GET")], unposted],
    ["is that of a POST without a message", [posts(1, null)], unposted],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientAccept, lines)).toEqual(expected);
  });

  const unopened = none("the client opened no stream by GET");
  const at = (url: string, headers: Readonly<Record<string, string>> = {}): Line => goes(1, "GET", headers, { url });
  const without = broken("Accept is missing, without text/event-stream", 2);
  it.each<[string, readonly Line[], object]>([
    ["is for streams", [at("/mcp", { accept: "text/event-stream" })], kept(2)],
    [
      "is for JSON only",
      [at("/mcp", { accept: "application/json" })],
      broken('Accept is "application/json", without text/event-stream', 2),
    ],
    ["is missing", [at("/mcp")], without],
    ["is missing at the root", [at("/")], without],
    ["is missing at an address with a query", [at("/mcp?x=1")], without],
    ["is missing at a well-known place", [at("/.well-known/oauth-protected-resource/mcp")], unopened],
    ["is missing below the end point", [at("/mcp/more")], unopened],
    ["is missing at something longer", [at("/mcpx")], unopened],
    ["is that of a DELETE", [goes(1, "DELETE")], unopened],
  ])("of a GET %s", (_situation, lines, expected) => {
    expect(verdict(checks.clientGetAccept, lines)).toEqual(expected);
  });
});

const initialize = posts(1, ask(1, "initialize", { protocolVersion: "2025-11-25" }));
const agrees = (version: string): readonly Line[] => given(1, 1, { protocolVersion: version });
const names = (version: string): JsonObject & Record<string, string> => ({ "MCP-Protocol-Version": version });

describe("MCP-Protocol-Version", () => {
  const later = [initialize, ...agrees("2025-11-25")] as const;
  const nothing = unseen("the client sent no HTTP request after initialize");
  const session = { "Mcp-Session-Id": "s" };
  it.each<[string, readonly Line[], object]>([
    ["comes with everything", [...later, posts(2, note("x"), names("2025-11-25")), goes(3, "GET", names("x"))], kept(5, 6)],
    ["is missing in a POST", [...later, posts(2, note("x"))], broken("a POST is without it", 5)],
    [
      "is missing in a GET and a DELETE",
      [...later, goes(2, "GET"), goes(3, "DELETE")],
      broken("a GET is without it; a DELETE is without it", 5, 6),
    ],
    ["is missing at another address", [...later, goes(2, "GET", {}, { url: "/.well-known/x" })], nothing],
    [
      "is missing on another connection",
      [...later, opened({ connection: 2 }), posts(2, note("x"), {}, { connection: 2 })],
      nothing,
    ],
    ["is missing before initialize was answered", [initialize, posts(2, note("x")), ...agrees("2025-11-25")], nothing],
    ["is missing where initialize was never answered", [initialize, posts(2, note("x"))], nothing],
    ["is missing where initialize was refused", [initialize, ...answered(1, failed(1)), posts(2, note("x"))], nothing],
    ["is missing where no version of this world was agreed", [initialize, ...agrees("1999-01-01"), posts(2, note("x"))], nothing],
    [
      "is missing after the session was deleted",
      [...later, goes(2, "DELETE", { ...session, ...names("2025-11-25") }), status(2, 204), posts(3, note("x"))],
      kept(5),
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientVersionHeader, lines)).toEqual(expected);
  });

  const older = [initialize, ...agrees("2025-06-18")] as const;
  const unsent = unseen("the client sent no MCP-Protocol-Version");
  it.each<[string, readonly Line[], object]>([
    ["is what was agreed", [...older, posts(2, note("x"), names("2025-06-18"))], kept(5)],
    [
      "is what was offered",
      [...older, posts(2, note("x"), names("2025-11-25"))],
      broken("it is 2025-11-25, where 2025-06-18 was agreed", 5),
    ],
    ["is left out, which is looked at elsewhere", [...older, posts(2, note("x"))], unsent],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientVersionHeaderAgreed, lines)).toEqual(expected);
  });
});

describe("Content-Type", () => {
  const unposted = unseen("the client posted no message");
  it.each<[string, Readonly<Record<string, string>>, object]>([
    ["is JSON", { "Content-Type": "application/json" }, kept(2)],
    ["is JSON in capitals, with a parameter", { "Content-Type": "Application/JSON ; charset=utf-8" }, kept(2)],
    ["is text", { "Content-Type": "text/plain" }, broken("Content-Type is text/plain", 2)],
    ["is missing", {}, broken("Content-Type is missing", 2)],
  ])("%s", (_situation, headers, expected) => {
    expect(verdict(checks.clientContentType, [posts(1, ask(1, "ping"), headers)])).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["of what a client of a later era tried first is not looked at", [posts(1, ask(1, "server/discover"))], unposted],
    ["of a GET is not looked at", [goes(1, "GET")], unposted],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientContentType, lines)).toEqual(expected);
  });
});
