import { expect, it } from "vitest";
import type { Trace } from "../../src/trace/trace.ts";
import { whyNoVerdict } from "../../src/run/server/no-verdict.ts";

/** A POST to a server of this machine that was answered with a status and nothing else. */
function refused(url: string, status: number): Trace {
  const base = { connection: 1, exchange: 1 };
  return {
    subject: { kind: "server", transport: "http", url },
    events: [
      { ...base, seq: 1, at: 0, kind: "http-request", method: "POST", url, headers: [], body: "{}" },
      { ...base, seq: 2, at: 1, kind: "http-response", status, headers: [] },
    ],
  };
}

const why = (url: string, status: number): string =>
  whyNoVerdict(refused(url, status), { transport: "http", url, headers: {} }, []);

it("names Host and the other name of this machine where the first request is forbidden", () => {
  expect(why("http://127.0.0.1:8931/mcp", 403)).toMatch(/Host, which was 127\.0\.0\.1:8931; .* try http:\/\/localhost:8931\/mcp/);
  expect(why("http://localhost:8931/mcp", 403)).toContain("try http://127.0.0.1:8931/mcp");
});

it("offers no other name for a server elsewhere", () => {
  expect(why("https://example.com/mcp", 403)).toContain("Host, which was example.com");
  expect(why("https://example.com/mcp", 403)).not.toContain("localhost");
});

it.each([
  [
    { text: '{"jsonrpc":"2.0"', bytes: 16, terminator: "", cut: true },
    'it wrote 16 bytes to stdout without the line end that ends a message: "{',
  ],
  [{ text: "Content-Length: 16", bytes: 18, terminator: "\r\n" }, "it frames messages by Content-Length"],
] as const)("says what is wrong with where messages end on stdout (%#)", (line, words) => {
  const command = ["node", "server.js"];
  const trace: Trace = {
    subject: { kind: "server", transport: "stdio", command },
    events: [{ seq: 1, at: 0, kind: "frame", connection: 1, direction: "received", ...line }],
  };
  expect(whyNoVerdict(trace, { transport: "stdio", command: "node", args: ["server.js"], cwd: ".", env: {} }, [])).toContain(
    words,
  );
});

it.each([
  [[["content-length", "56"]], "36 bytes came, and its Content-Length announced 56"],
  [[], "36 bytes came, and neither a Content-Length nor the end of the connection said that this was all"],
  [[["transfer-encoding", "chunked"]], "36 bytes came, and no last chunk said that this was all"],
] as const)("says what is wrong with where the body of an answer ends (%#)", (headers, words) => {
  const url = "http://127.0.0.1:8931/mcp";
  const text = '{"jsonrpc":"2.0","id":1,"result":{}}';
  const base = { connection: 1, exchange: 1 };
  const trace: Trace = {
    subject: { kind: "server", transport: "http", url },
    events: [
      { ...base, seq: 1, at: 0, kind: "http-response", status: 200, headers: headers.map(([name, value]) => [name, value]) },
      { ...base, seq: 2, at: 1, kind: "http-body", text, bytes: 36, cut: true },
      { ...base, seq: 3, at: 1, kind: "http-end", how: "closed-by-us" },
    ],
  };
  expect(whyNoVerdict(trace, { transport: "http", url, headers: {} }, [])).toContain(words);
});
