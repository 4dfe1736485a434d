import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { runReport } from "../support/run-cli.ts";

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(handler: RequestListener): Promise<string> {
  server = createServer(handler);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Programs that are not an MCP server, and what the one-line reason has to say of them. */
const impostors: readonly (readonly [readonly string[], RegExp])[] = [
  [["true"], /exited with code 0/],
  [["cat"], /sends back what it is sent/],
  [["sleep", "60"], /no answer within/],
  [["yes"], /not JSON-RPC|were written/],
  [["/no/such/command"], /command not found/],
  [["node", "-e", "console.error('no key given'); process.exit(7)"], /exited with code 7/],
];

test.each(impostors)("%j gets no verdict and exit code 3", async (command, reason) => {
  const { exitCode, report } = await runReport(["run", "server", "--timeout", "300", "--", ...command]);
  expect(report.error?.message).toMatch(reason);
  expect(report.error?.kind).toBe("subject");
  expect({ exitCode, pass: report.summary.pass, findings: report.findings.length }).toEqual({
    exitCode: 3,
    pass: 0,
    findings: 0,
  });
});

test("the last lines of stderr come with the reason", async () => {
  const { report } = await runReport(["run", "server", "--", "node", "-e", "console.error('no key given'); process.exit(7)"]);
  expect(report.error?.stderrTail).toContain("no key given");
});

test("a port where nobody listens gets no verdict", async () => {
  const url = await listen(() => {});
  await new Promise((resolve) => server?.close(resolve));
  const { exitCode, report } = await runReport(["run", "server", "--url", url]);
  expect(report.error?.message).toMatch(/ECONNREFUSED|refused/);
  expect({ exitCode, pass: report.summary.pass }).toEqual({ exitCode: 3, pass: 0 });
});

/** Web servers that are not an MCP server. */
const websites: readonly (readonly [string, RequestListener, RegExp])[] = [
  [
    "answers 200 with HTML to everything",
    (_request, response) => void response.setHeader("content-type", "text/html").end("<h1>hi</h1>"),
    /HTTP 200 with content type text\/html/,
  ],
  [
    "answers 200 with {} to everything",
    (_request, response) => void response.setHeader("content-type", "application/json").end("{}"),
    /HTTP 200/,
  ],
  ["demands a token", (_request, response) => void response.writeHead(401).end(), /401/],
  [
    "redirects in a circle",
    (request, response) => void response.writeHead(307, { location: request.url ?? "/" }).end(),
    /redirects/,
  ],
  ["hangs", () => {}, /no answer within/],
];

test.each(websites)("a web server that %s gets no verdict", async (_name, handler, reason) => {
  const url = await listen(handler);
  const { exitCode, report } = await runReport(["run", "server", "--timeout", "300", "--url", url]);
  expect(report.error?.message).toMatch(reason);
  expect({ exitCode, pass: report.summary.pass }).toEqual({ exitCode: 3, pass: 0 });
  server?.closeAllConnections();
});
