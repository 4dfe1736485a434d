import { describe, expect, it } from "vitest";
import { httpFailure } from "./http-failure.ts";
import { headersByName, mergeHeaders, pairHeaders, usualHeaders } from "./http-headers.ts";
import { addressOf } from "./raw-request.ts";

describe("why an exchange failed", () => {
  const failure = (code: string | undefined, message: string): string =>
    httpFailure(Object.assign(new Error(message), code === undefined ? {} : { code }), "a:1");

  it.each([
    ["ECONNREFUSED", "connection refused by a:1"],
    ["ECONNRESET", "a:1 broke the connection"],
    ["EPIPE", "a:1 broke the connection"],
    ["ENOTFOUND", "no such host: a:1"],
    ["EAI_AGAIN", "no such host: a:1"],
    ["ETIMEDOUT", "a:1 cannot be reached"],
    ["EHOSTUNREACH", "a:1 cannot be reached"],
    ["ENETUNREACH", "a:1 cannot be reached"],
    ["HPE_HEADER_OVERFLOW", "a:1 sent more headers than mcpcheck reads"],
    ["HPE_INVALID_CONSTANT", "a:1 did not answer with valid HTTP: what the system says"],
    ["Z_DATA_ERROR", "a:1 sent a body that does not fit its content encoding"],
    ["ERR__ERROR_FORMAT_PADDING_1", "a:1 sent a body that does not fit its content encoding"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "TLS with a:1 failed: what the system says"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "TLS with a:1 failed: what the system says"],
    ["CERT_HAS_EXPIRED", "TLS with a:1 failed: what the system says"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "TLS with a:1 failed: what the system says"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "TLS with a:1 failed: what the system says"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "TLS with a:1 failed: what the system says"],
    ["EPROTO", "TLS with a:1 failed: what the system says"],
    ["HOSTNAME_MISMATCH", "TLS with a:1 failed: what the system says"],
    ["EPROTONOSUPPORT", "no connection with a:1: what the system says"],
    ["MY_CERT_HAS_EXPIRED", "no connection with a:1: what the system says"],
    ["EZ_DATA", "no connection with a:1: what the system says"],
    ["NOT_HPE_INVALID", "no connection with a:1: what the system says"],
  ])("is told for %s, with the code", (code, words) => {
    expect(failure(code, "what the system says\nin detail")).toBe(`${words} (${code})`);
  });

  it("is told without a code where there is none", () => {
    expect(failure(undefined, "aborted")).toBe("no connection with a:1: aborted");
  });
});

describe("where a request of any shape goes", () => {
  const endpoint = new URL("http://a:1/mcp?key=1");
  it.each<[string, Parameters<typeof addressOf>[0], string, object]>([
    ["to the endpoint, with its query", { method: "GET" }, "http://a:1/mcp?key=1", {}],
    ["to another path, without it", { method: "GET", path: "/other" }, "http://a:1/other", {}],
    ["to a path with a query of its own", { method: "GET", path: "/mcp?b=2" }, "http://a:1/mcp?b=2", {}],
    [
      "to another host that hears the name of the endpoint",
      { method: "GET", host: "127.0.0.1" },
      "http://127.0.0.1:1/mcp?key=1",
      { Host: "a:1" },
    ],
  ])("%s", (_title, request, url, headers) => {
    const found = addressOf(request, endpoint);
    expect([found.url.href, found.headers]).toEqual([url, headers]);
  });
});

describe("header fields", () => {
  it("are merged whatever the case of their names: later ones replace, null leaves out, a list repeats", () => {
    const merged = mergeHeaders({ Accept: "a", Cookie: "b", Host: "c" }, { cookie: null }, { accept: ["d", "e"], New: "f" });
    expect(merged).toEqual([
      ["accept", "d"],
      ["accept", "e"],
      ["Host", "c"],
      ["New", "f"],
    ]);
  });

  it("are pairs of what node lists, and found by their names in small letters", () => {
    const pairs = pairHeaders(["Set-Cookie", "a", "X", "b", "set-cookie", "c"]);
    expect(pairs).toEqual([
      ["Set-Cookie", "a"],
      ["X", "b"],
      ["set-cookie", "c"],
    ]);
    expect(headersByName(pairs)).toEqual({ "set-cookie": "a, c", x: "b" });
    expect(headersByName([["constructor", "a"]])).toEqual({ constructor: "a" });
  });

  it.each<[string, string | null, object]>([
    ["POST", "{}", { "Content-Type": "application/json", Accept: "application/json, text/event-stream" }],
    ["POST", null, {}],
    ["GET", null, { Accept: "text/event-stream" }],
    ["PUT", "{}", {}],
    ["DELETE", null, {}],
  ])("are the usual ones for %s with the body %s", (method, body, headers) => {
    expect(usualHeaders(method, body)).toEqual(headers);
  });
});
