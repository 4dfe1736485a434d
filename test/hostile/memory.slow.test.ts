import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { measureNode } from "../../src/bench/measured-process.ts";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import { modelScript } from "../../src/model/script/model-script.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { parseTrace } from "../../src/trace/ndjson.ts";
import { oneOf } from "../support/nightly.ts";
import { onABusyMachine } from "../support/on-a-busy-machine.ts";
import { type Report, root } from "../support/run-cli.ts";
import { floodArguments, floodLimits, floods } from "./floods.ts";
import { httpPeers } from "./http-peers.ts";
import { rawServer } from "./http-server.ts";

vi.setConfig({ maxConcurrency: 2 });
const folder = mkdtempSync(join(tmpdir(), "mcpcheck-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A third of the budget whose bars are held. */
const budgetMs = 5000;

/** The program takes about 100 MB to start and 130 MB to judge a good server; each peer here has far more to give. */
const mostMb = 300;

/** A trace that is wanted in the end is kept once more until then. */
const mostWithTraceMb = 600;
const traced = new Set(["a long name", "errors of much text", "text that is not Latin", "pages without end"]);
const heavy = join(root, "test/hostile/peers/heavy.mjs");
const web = new Set([
  "a list of empty lists",
  "an object of many members",
  "structured content that fails in many ways",
  "errors of much text",
]);
const bin = join(root, "bin/mcpcheck.js");
const program = join(root, "test/hostile/peers/stdio.mjs");
const options = ["--spec", "2025-11-25", "--suite", "tools", "--check", "tools.*", "--timeout", "1500", "--budget", "4000"];

/** A run that came to its judgement, not one that could not begin. */
function expectJudged(stdout: string, code: number | null): void {
  expect((JSON.parse(stdout) as Report).exitCode).toBe(code);
  expect([0, 1, 3]).toContain(code);
}

/** The most memory a run takes, in MB, once it has written its report. */
async function peakOf(target: readonly string[]): Promise<number> {
  const { code, stdout, peakMb } = await measureNode([bin, "run", "server", ...options, "--reporter", "json", ...target]);
  expect((JSON.parse(stdout) as Report).exitCode).toBe(code);
  return peakMb;
}

describe("judging takes a bounded memory, for a server over stdio:", () => {
  test.concurrent.each(["stdout flood from the start", "a line without end"])("%s", async (name) => {
    const command = [process.execPath, program, name];
    expect(await peakOf(["--", ...command])).toBeLessThan(onABusyMachine.megabytes(mostMb));
  });
});

describe("a whole run takes its budget and a few seconds, and a bounded memory, on", () => {
  test.concurrent.each(oneOf(12, floods))("$told", async (flood) => {
    const { code, stdout, peakMb, ms } = await measureNode([bin, ...floodArguments(flood, budgetMs)]);
    expectJudged(stdout, code);
    expect(peakMb).toBeLessThan(onABusyMachine.megabytes(floodLimits.megabytes));
    expect(ms / 1000).toBeLessThan(onABusyMachine.time(floodLimits.seconds));
  });
});

describe("a run that keeps its trace takes a bounded memory, on", () => {
  test.concurrent.each(
    oneOf(
      5,
      floods.filter(({ name }) => traced.has(name)),
    ),
  )("$told", async (flood) => {
    const trace = join(folder, `${flood.name}-${flood.amount}.ndjson`);
    const { code, stdout, peakMb } = await measureNode([
      bin,
      ...floodArguments(flood, budgetMs).toSpliced(2, 0, "--trace", trace),
    ]);
    expectJudged(stdout, code);
    expect(peakMb).toBeLessThan(onABusyMachine.megabytes(mostWithTraceMb));
    expect(parseTrace(readFileSync(trace, "utf8"), trace).events.length).toBeGreaterThan(10);
  });
});

describe("messages that cost more than they say take a bounded memory over HTTP too:", () => {
  const over = ["http", "sse"].flatMap((kind) => floods.filter(({ name }) => web.has(name)).map((flood) => ({ ...flood, kind })));
  test.concurrent.each(oneOf(12, over))("$told, over $kind", async ({ name, amount, kind }) => {
    const server = spawn(process.execPath, [heavy, name, String(amount), kind], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const [url] = (await once(server.stdout, "data")) as [Buffer];
      const argv = [
        "run",
        "server",
        "--spec",
        "2025-11-25",
        "--timeout",
        "2000",
        "--budget",
        String(budgetMs),
        "--reporter",
        "json",
      ];
      const { code, stdout, peakMb } = await measureNode([bin, ...argv, "--url", url.toString().trim()]);
      expectJudged(stdout, code);
      expect(peakMb).toBeLessThan(onABusyMachine.megabytes(floodLimits.megabytes));
    } finally {
      server.kill();
    }
  });
});

describe("judging takes a bounded memory, for a server over HTTP:", () => {
  test.concurrent.each(["a gzip bomb", "an event without end"])("%s", async (name) => {
    const peer = httpPeers.find((one) => one.name === name);
    const server = await rawServer(peer?.deviate("http://127.0.0.1:1/") ?? (() => false));
    try {
      expect(await peakOf(["--url", server.url])).toBeLessThan(onABusyMachine.megabytes(mostMb));
      expect(server.asked.length).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  });
});

describe("a chat takes a bounded memory, with a server that is:", () => {
  test.concurrent.each([["a line without end"], ["stdout flood after the handshake"]])("%s", async (name) => {
    const config = join(folder, `${name}.json`);
    const server = { name: "h", command: process.execPath, args: [program, name], auto_enable: "always", init_timeout_ms: 3000 };
    writeFileSync(config, JSON.stringify({ servers: [server] }));
    const turns = [{ calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] }, { say: "done" }];
    const script = modelScript.parse({ id: "test", title: "Test", scenarios: [{ id: "only", turns }] });
    const fake = createFakeModel({ scripts: [script], apis: ["ollama"], clock: systemClock, date: () => new Date(0) });
    const model = await serveFakeModel(fake, { host: "127.0.0.1", port: 0 });
    try {
      const argv = ["chat", "test", "hello", "--tools", folder, "--config", config, "--model-url", model.url];
      const { code, peakMb, stdout } = await measureNode([
        bin,
        ...argv,
        "--set",
        "times.listMs=3000",
        "--set",
        "shutdown.eofMs=200",
      ]);
      expect([code, stdout]).toEqual([0, "done\n"]);
      expect(peakMb).toBeLessThan(onABusyMachine.megabytes(mostMb));
    } finally {
      await model.close();
    }
  });
});
