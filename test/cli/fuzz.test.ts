import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { runCli } from "./run-cli.ts";

type Report = {
  readonly exitCode: number;
  readonly findings: readonly { readonly check: string; readonly verdict: string; readonly repro: string }[];
};

const reportOf = (stdout: string): Report => JSON.parse(stdout) as Report;

test("fuzz framing reports every law as a verdict", async () => {
  const { exitCode, stdout } = await runCli(["fuzz", "framing", "--runs", "3", "--seed", "9", "--reporter", "json"]);
  expect(exitCode).toBe(0);
  const { findings } = reportOf(stdout);
  expect(findings.length).toBeGreaterThan(10);
  for (const { check, verdict } of findings) expect([check, verdict]).toEqual([expect.stringMatching(/^framing\./), "pass"]);
  expect(findings[0]?.repro).toContain("--runs 3 --seed 9");
});

test("fuzz tries parsers and framing", async () => {
  const { exitCode, stdout } = await runCli(["fuzz", "--runs", "2", "--format", "hermes", "--reporter", "json"]);
  expect(exitCode).toBe(0);
  const areas = new Set(reportOf(stdout).findings.map(({ check }) => check.split(".")[0]));
  expect(areas).toEqual(new Set(["framing", "parser"]));
});

test("fuzz server over HTTP says what was tried, and one that is gone is not a subject", async () => {
  const world = systemWorld("http", () => undefined);
  const listening = await serveHttp(createMockServer(loadMock("minimal", "/"), world), { host: "127.0.0.1", port: 0 });
  const argv = ["fuzz", "server", "--runs", "20", "--seed", "3", "--spec", "2025-11-25", "--url", listening.url];
  const { exitCode, stdout } = await runCli([...argv, "--reporter", "json"]);
  await listening.close();
  expect(exitCode).toBe(0);
  const alive = reportOf(stdout).findings.find(({ check }) => check === "process.survives-input");
  expect(alive).toMatchObject({
    verdict: "pass",
    repro: `mcpcheck fuzz server --url ${listening.url} --spec 2025-11-25 --runs 20 --seed 3`,
  });
  expect((await runCli([...argv, "--reporter", "json"])).exitCode).toBe(3);
});

test("a server that answers 200 to everything is not a subject", async () => {
  const server = createServer((_request, response) => response.end("ok"));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { exitCode, stdout } = await runCli(["fuzz", "server", "--url", `http://127.0.0.1:${port}/`, "--reporter", "json"]);
  server.close();
  expect(exitCode).toBe(3);
  expect(reportOf(stdout).findings).toEqual([]);
});

test.each([
  [["fuzz", "framing", "--law", "no.such"], /--law: no law matches "no.such"/],
  [["fuzz", "framing", "--path", "1:2"], /--path goes with one --law/],
  [["fuzz", "framing", "--runs", "many"], /--runs: expected a whole number/],
  [["fuzz", "--format", "no-such"], /--format: no format matches/],
  [["fuzz", "server"], /nothing to judge/],
  [["fuzz", "server", "--check", "no.such", "--", "true"], /--check: no check matches/],
])("%j is a usage error", async (argv, message) => {
  const { exitCode, stderr } = await runCli(argv);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
});
