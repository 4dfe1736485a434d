import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { loadConformanceSuites } from "../../src/run/client/conformance/conformance-suite.ts";
import { nightly, oneOf } from "../support/nightly.ts";
import { root, runReport } from "../support/run-cli.ts";

const folder = mkdtempSync(join(root, "test/run/.fixture-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const consent = join(root, "examples/clients/typescript-auth.mjs");

/** A fixture as the SDKs have them, around the client of the TypeScript SDK. */
const fixture = `
import { Client, ClientCredentialsProvider, PrivateKeyJwtProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { authProvider as authProviderOf, withConsent } from ${JSON.stringify(consent)};
const { MCP_CONFORMANCE_SCENARIO: name, MCP_CONFORMANCE_PROTOCOL_VERSION: version, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const auto = version === "2026-07-28" ? { versionNegotiation: { mode: "auto" } } : {};
const client = new Client({ name: "fixture", version: "1.0.0" }, { capabilities: { elicitation: {} }, ...auto });
client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { confirmed: true } }));
const authProvider = authProviderOf({ ClientCredentialsProvider, PrivateKeyJwtProvider });
let transport;
const consented = (work) => withConsent(authProvider, work, (back) => transport.finishAuth(back));
await consented(async () => {
  await client.close();
  await client.connect((transport = new StreamableHTTPClientTransport(new URL(process.argv.at(-1)), { authProvider })));
});
const { tools } = name.startsWith("sep-2640") ? { tools: [] } : await consented(() => client.listTools());
const given = JSON.parse(context ?? "{}").toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: { a: 5, b: 3, region: "r" } }));
for (const call of given) await consented(() => client.callTool(call)).catch(() => {});
await transport.terminateSession();
await client.close();
`;

const file = join(folder, "fixture.mjs");
writeFileSync(file, fixture);

/** The fixture starts once for each, at every revision of it: a third of them by day. */
const scenarios = oneOf(
  3,
  loadConformanceSuites()
    .flatMap((suite) => suite.scenarios)
    .filter(({ leftOut }) => leftOut === undefined),
);
const onlyScenarios = nightly ? [] : ["--suite", scenarios.map(({ name }) => `conformance/${name}`).join()];

it("a fixture is told its scenario, revision and context, and what it does is judged", async () => {
  const words = [
    "run",
    "client",
    "--driver",
    "conformance",
    "--timeout",
    "30000",
    ...onlyScenarios,
    "--",
    process.execPath,
    file,
  ];
  const { report } = await runReport(words, { env: { PATH: process.env["PATH"] } });
  expect(report.error).toBeNull();
  expect(report.revisions).toEqual(["2025-11-25", "2026-07-28"]);
  expect(report.findings.filter(({ verdict }) => verdict === "fail" || verdict === "warn")).toEqual([]);
  const passed = new Set(report.findings.filter(({ verdict }) => verdict === "pass").map(({ check }) => check));
  const about = scenarios.filter(({ revisions }) => revisions.some((one) => report.revisions.includes(one)));
  expect(about.flatMap((one) => one.about).filter((id) => !passed.has(id))).toEqual([]);
});
