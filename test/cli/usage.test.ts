import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli, runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-usage-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const config = (servers: unknown): string => file("hosts.json", JSON.stringify({ mcpServers: servers }));

/** Command lines that are wrong, and what the one-line error must name. */
const mistakes: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  ["an unknown flag", () => ["--bogus", "--", "true"], /unknown option '--bogus'/],
  ["nothing to judge", () => [], /nothing to judge/],
  ["a command and a URL", () => ["--url", "http://127.0.0.1:1/", "--", "true"], /exclude each other/],
  ["no URL", () => ["--url", "nonsense"], /expected an http or https URL/],
  ["an unknown revision", () => ["--spec", "2025-01-01", "--", "true"], /"2025-01-01" is not a revision/],
  ["an unknown reporter", () => ["--reporter", "jsn", "--", "true"], /no reporter "jsn".*json/],
  ["a check glob without a match", () => ["--check", "toools.*", "--", "true"], /no check matches "toools\.\*"/],
  ["a suite glob without a match", () => ["--suite", "toools", "--", "true"], /no suite or scenario matches/],
  ["a time-out that is not a number", () => ["--timeout", "soon", "--", "true"], /--timeout: expected a whole number/],
  ["an impossible shard", () => ["--shard", "3/2", "--", "true"], /--shard/],
  [
    "a shard that nothing falls to",
    () => ["--shard", "2/2", "--", "true"],
    /--shard 2\/2: nothing falls to it: there is one subject/,
  ],
  ["a variable that is not set", () => ["--env", "MCPCHECK_NOT_SET", "--", "true"], /MCPCHECK_NOT_SET is not set/],
  ["a header without a colon", () => ["--header", "nonsense", "--url", "http://127.0.0.1:1/"], /--header: expected/],
  ["a configuration that is missing", () => ["--config", join(folder, "none.json")], /none\.json: no such file/],
  [
    "a configuration that is not JSON",
    () => ["--config", file("broken.json", '{\n  "mcpServers": {,\n')],
    /broken\.json:2:\d+: not JSON/,
  ],
  ["a configuration without servers", () => ["--config", file("empty.json", "{}")], /expected one of mcpServers/],
  [
    "a configuration with a wrong member",
    () => ["--config", config({ a: { command: 7 } })],
    /hosts\.json#\/mcpServers\/a\/command/,
  ],
  [
    "a configuration with a mistyped member",
    () => ["--config", config({ a: { comand: "true" } })],
    /mcpServers\/a: neither command nor url; is comand meant to be command\?/,
  ],
  [
    "a configuration without that server",
    () => ["--config", config({ a: { command: "true" } }), "--name", "b"],
    /no server "b" \(there are a\)/,
  ],
  [
    "a hints file with an unknown role",
    () => ["--hints", file("hints.json", '{"schemaVersion":1,"roles":{"fast":{"tool":"x"}}}'), "--", "true"],
    /hints\.json#\/roles/,
  ],
  [
    "a baseline that is not JSON",
    () => ["--baseline", file("baseline.json", "{"), "--", "true"],
    /baseline\.json:1:\d+: not JSON/,
  ],
];

test.each(mistakes)("%s is a usage error", async (_name, argv, message) => {
  const { exitCode, stderr } = await runCli(["run", "server", ...argv()]);
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(2);
});

test("with the JSON reporter a usage error is a document too", async () => {
  const { exitCode, report } = await runReport(["run", "server", "--spec", "yesterday", "--", "true"]);
  expect(report.error?.kind).toBe("usage");
  expect({ exitCode, inReport: report.exitCode, pass: report.summary.pass }).toEqual({ exitCode: 2, inReport: 2, pass: 0 });
});

test("an unknown command is a usage error", async () => {
  expect((await runCli(["judgement"])).exitCode).toBe(2);
});

test("help is not an error", async () => {
  const { exitCode, stdout } = await runCli(["run", "server", "--help"]);
  expect(stdout).toContain("mcpcheck run server -- node build/index.js");
  expect(exitCode).toBe(0);
});
