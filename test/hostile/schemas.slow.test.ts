import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { measureNode } from "../../src/bench/measured-process.ts";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";
import { type Report, root } from "../support/run-cli.ts";
import { isGone } from "../transport/opened-stdio.ts";
import { callLook } from "./call-look.ts";
import { jsonAnswer, type RawServer, rawServer } from "./http-server.ts";
import { type SchemaPeer, schemaPeers, slowSchema } from "./schema-peers.ts";
import { scriptedPeer } from "./scripted-peer.ts";

vi.setConfig({ maxConcurrency: 2 });
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-schemas-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a run may take in all on a busy machine, and the most memory of its process; a run on a good server takes 130 MB. */
const patienceMs = 60_000;
const mostMb = 450;

/** What a run is told it may take on a quiet machine: three patterns are tried for 5 s each until they are given up. */
const mostBudgetMs = 20_000;

const initialized = JSON.stringify({
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "hostile", version: "1.0.0" },
});

/** A server of tools with these schemas, over stdio. */
function peerOf(schemas: readonly (readonly [name: string, schema: string])[], base: string): ReturnType<typeof scriptedPeer> {
  const tools = schemas.map(
    ([name, schema]) =>
      `{"name":${JSON.stringify(name)},"description":"Looks.","annotations":{"readOnlyHint":true},"inputSchema":${schema}}`,
  );
  const seen = JSON.stringify({ content: [{ type: "text", text: "seen" }] });
  const results = { initialize: initialized, "tools/list": `{"tools":[${tools.join(",")}]}`, "tools/call": seen };
  return scriptedPeer(join(folder, base), { results });
}

/** Judges with the whole program, as only there the validators have a thread with limits. */
async function judged(target: readonly string[]): Promise<Report> {
  const budgetMs = String(onABusyMachine.time(mostBudgetMs));
  const options = ["--spec", "2025-11-25", "--suite", "tools", "--timeout", "1500", "--budget", budgetMs, "--reporter", "json"];
  const { ms, peakMb, code, stdout } = await measureNode([join(root, "bin/mcpcheck.js"), "run", "server", ...options, ...target]);
  expect(ms).toBeLessThan(onABusyMachine.time(patienceMs));
  expect(peakMb).toBeLessThan(onABusyMachine.megabytes(mostMb));
  const report = JSON.parse(stdout) as Report;
  expect([report.exitCode, report.error]).toEqual([code, null]);
  return report;
}

/** What a server is accused of for its schemas, or for anything that fails a run. */
const accusations = ({ findings }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    findings.flatMap(({ check, verdict, message }) =>
      verdict === "fail" || (verdict === "warn" && check.includes("schema")) ? [[check, message]] : [],
    ),
  );

/** The same as it should be. A message names several; the tool that is accused last in the table is among them. */
const expected = (peers: readonly SchemaPeer[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    peers.flatMap(({ name, accused }) => (accused === undefined ? [] : [[accused, expect.stringContaining(`"${name}"`)]])),
  );

async function withElsewhere(act: (elsewhere: RawServer) => Promise<void>): Promise<void> {
  const elsewhere = await rawServer(() => false);
  try {
    await act(elsewhere);
    expect(elsewhere.asked).toEqual([]);
  } finally {
    await elsewhere.close();
  }
}

describe("run server ends in time and memory, accuses by the right check and asks nobody else:", () => {
  test.concurrent("every hostile schema at once", () =>
    withElsewhere(async ({ url }) => {
      const { command, pids, called } = peerOf(
        schemaPeers.map(({ name, schema }) => [name, schema(url)]),
        "all",
      );
      expect(accusations(await judged(["--", ...command]))).toEqual(expected(schemaPeers));
      expect(called()).toEqual(expect.arrayContaining(schemaPeers.map(({ name }) => name)));
      expect(pids().filter((pid) => !isGone(pid))).toEqual([]);
    }));

  test.concurrent("a pattern that takes all the time there is", () =>
    withElsewhere(async ({ url }) => {
      const { command, pids, called } = peerOf([["slow", slowSchema.schema(url)]], "slow");
      const report = await judged(["--", ...command]);
      expect(accusations(report)).toEqual({ "tools.schema-affordable": 'inputSchema of "slow" was given up' });
      expect(called()).toContain("slow");
      expect(pids().filter((pid) => !isGone(pid))).toEqual([]);
    }));

  test.concurrent("those that lead to another host, over HTTP", () =>
    withElsewhere(async ({ url }) => {
      const peers = schemaPeers.filter(({ name }) => name.includes("another host"));
      const tools = peers.map(({ name, schema }) => ({
        name,
        description: "Looks.",
        annotations: { readOnlyHint: true },
        inputSchema: JSON.parse(schema(url)) as object,
      }));
      const server = await rawServer(({ message }, socket) => {
        if (message.method !== "tools/list") return false;
        socket.write(jsonAnswer({ id: message.id, result: { tools } }));
        return true;
      });
      try {
        expect(accusations(await judged(["--url", server.url]))).toEqual(expected(peers));
        expect(server.asked.map(({ message }) => message.params?.["name"])).toEqual(
          expect.arrayContaining(peers.map(({ name }) => name)),
        );
      } finally {
        await server.close();
      }
    }));
});

describe("the host calls the tool in time and asks nobody else, for the schema:", () => {
  test.each<SchemaPeer>([slowSchema, ...schemaPeers])("$name", ({ name, schema, given }) =>
    withElsewhere(async ({ url }) => {
      const { command, pids, called } = peerOf([["look", schema(url)]], name);
      const [program = "", ...args] = command;
      const began = performance.now();
      const told = await callLook({ transport: "stdio", command: program, args, env: {}, cwd: "/" }, given);
      expect(performance.now() - began).toBeLessThan(onABusyMachine.time(patienceMs));
      expect([told, called()]).toEqual([expect.stringContaining("seen"), ["look"]]);
      expect(pids().filter((pid) => !isGone(pid))).toEqual([]);
    }),
  );
});
