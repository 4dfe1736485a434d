import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadMock } from "../../../src/mock/script/load-script.ts";
import { root, runCli } from "../../support/run-cli.ts";

const cwd = mkdtempSync(join(tmpdir(), "mcpcheck-mock-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const server = ["--", process.execPath, join(root, "bin/mcpcheck.js"), "serve", "mock", "fs"];

test("a run that was kept becomes a script, printed or written, and never over another file", { timeout: 120_000 }, async () => {
  const how = ["--spec", "2025-06-18", "--suite", "pagination", "--scratch", "--trace", join(cwd, "trace.ndjson")];
  await runCli(["run", "server", ...how, ...server]);
  const printed = await runCli(["mock", "from", "trace.ndjson"], { cwd });
  expect(printed.exitCode).toBe(0);
  expect(JSON.parse(printed.stdout)).toMatchObject({ $schema: expect.stringMatching(/mock\.schema\.json$/) as unknown });
  expect(printed.stderr).toMatch(/^mcpcheck-fs: \d+ requests? of \d+ methods?, at 2025-06-18\n/);
  const written = await runCli(["mock", "from", "trace.ndjson", "--out", "mock.json"], { cwd });
  expect(written).toMatchObject({ exitCode: 0, stdout: "" });
  expect(readFileSync(join(cwd, "mock.json"), "utf8")).toBe(printed.stdout);
  expect(loadMock("mock.json", cwd).recorded?.map(({ method }) => method)).toContain("tools/list");
  const again = await runCli(["mock", "from", "trace.ndjson", "--out", "mock.json"], { cwd });
  expect(again).toMatchObject({ exitCode: 2 });
  expect(again.stderr).toMatch(/is there already; --force overwrites, nothing was written/);
  expect((await runCli(["mock", "from", "trace.ndjson", "--out", "mock.json", "--force"], { cwd })).exitCode).toBe(0);
  // The same trace is a surface too.
  const same = await runCli(["surface", "diff", "trace.ndjson", "--spec", "2025-06-18", ...server], { cwd });
  expect(same.stdout).toMatch(/^the surface is the same/);
});

const connect = '{"seq":1,"at":0,"connection":1,"kind":"connect","transport":"stdio","revision":null,"session":"s"}\n';

test.each([
  ["none.ndjson", undefined, /cannot read none\.ndjson: no such file/],
  ["text.ndjson", "hello\n", /text\.ndjson:1: not JSON/],
  ["other.ndjson", '{"mcpcheckTrace":9}\n', /other\.ndjson:1: not an mcpcheck trace/],
  ["cut.ndjson", `{"mcpcheckTrace":1,"subject":{"kind":"server","transport":"stdio"}}\n{"seq":`, /cut\.ndjson:2: not JSON/],
  [
    "client.ndjson",
    `{"mcpcheckTrace":1,"subject":{"kind":"client","transport":"stdio"}}\n`,
    /client\.ndjson:1: the trace of a client/,
  ],
  ["mute.ndjson", `{"mcpcheckTrace":1,"subject":{"kind":"server","transport":"stdio"}}\n${connect}`, /no server says what it is/],
])("mock from %s is a usage error that names the place", async (file, text, reason) => {
  if (text !== undefined) writeFileSync(join(cwd, file), text);
  const { exitCode, stdout, stderr } = await runCli(["mock", "from", file], { cwd });
  expect(exitCode).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(reason);
});
