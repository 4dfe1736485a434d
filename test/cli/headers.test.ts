import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

test("both headers of one name reach the server, and neither value is shown", async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.rawHeaders.filter((_, index, raw) => /^x-key$/i.test(raw[index - 1] ?? "")).join(" "));
    response.writeHead(500, { "content-type": "text/plain" }).end(`no: ${request.rawHeaders.join(" ")}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const headers = ["--header", "X-Key: planted-first-1", "--header", "x-key: planted-second-2"];
    const { exitCode, stdout, stderr } = await runCli(["run", "server", "--url", url, ...headers]);
    expect(exitCode).toBe(3);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(["planted-first-1 planted-second-2"]));
    expect(stdout + stderr).not.toMatch(/planted/);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
