import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFakeModel } from "../../src/model/fake/fake-model.ts";
import { serveFakeModel } from "../../src/model/fake/serve-fake-model.ts";
import { loadModelSuites } from "../../src/run/model/load.ts";
import { planFamily } from "../../src/run/model/plan.ts";
import { compileModel } from "../../src/model/scripted/compile-model.ts";
import { familyById } from "../../src/model/scripted/families/registry.ts";
import { specOfPlan } from "../../src/run/model/plan.ts";
import { hurriedClock, turnsOf } from "../support/fake-models.ts";
import { runCli, runReport } from "../support/run-cli.ts";
import { meaningScript } from "../../src/run/proof/model/stand-in.ts";

const only = ["--family", "qwen2.5", "--path", "template", "--suite", "conversations/single-call"];

async function serveWith(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

/** An Ollama that answers some paths in its own way; the version it has always. */
const ollama =
  (paths: Readonly<Record<string, readonly [number, string]>>): RequestListener =>
  (request, response) => {
    const path = request.url ?? "";
    const key = Object.keys(paths).find((one) => path.startsWith(one));
    const [status, body] =
      path === "/api/version" ? [200, '{"version":"9.9.9"}'] : (paths[key ?? ""] ?? [404, "404 page not found"]);
    request.resume().on("end", () => response.writeHead(status).end(body));
  };

describe("a server that cannot be judged ends the run with 3 and says why", () => {
  it("when nobody listens", async () => {
    const { exitCode, report } = await runReport(["run", "model", "--url", "http://127.0.0.1:1", ...only]);
    expect([exitCode, report.summary.pass]).toEqual([3, 0]);
    expect(report.error?.message).toMatch(/GET \/api\/version at 127\.0\.0\.1:1: .*(ECONNREFUSED|bad port)/);
  });

  it("when it answers with pages", async () => {
    const url = await serveWith(
      (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    );
    const { exitCode, report } = await runReport(["run", "model", "--url", url, ...only]);
    expect([exitCode, report.error?.message]).toEqual([3, expect.stringContaining("a page of HTML: this is not Ollama")]);
    const openai = await runReport(["run", "model", "--url", url, "--api", "openai", "--family", "qwen2.5"]);
    expect([openai.exitCode, openai.report.error?.message]).toEqual([
      3,
      expect.stringContaining("is not a server with OpenAI's API"),
    ]);
  });

  it("when it knows no files", async () => {
    const { exitCode, report } = await runReport(["run", "model", "--url", await serveWith(ollama({})), ...only]);
    expect([exitCode, report.error?.message]).toEqual([
      3,
      expect.stringContaining("refuses the file (POST /api/blobs): status 404"),
    ]);
  });

  it("when it refuses the model", async () => {
    const url = await serveWith(
      ollama({ "/api/blobs": [200, ""], "/api/create": [400, '{"error":"unsupported architecture"}'] }),
    );
    const { exitCode, report } = await runReport(["run", "model", "--url", url, ...only]);
    expect([exitCode, report.error?.message]).toEqual([
      3,
      expect.stringContaining("refuses to create the model (POST /api/create): status 400, unsupported architecture"),
    ]);
  });

  it("when it does not answer in time", async () => {
    const url = await serveWith((request) => void request.resume());
    const { exitCode, report } = await runReport(["run", "model", "--url", url, "--timeout", "300", ...only]);
    expect([exitCode, report.error?.message]).toEqual([3, expect.stringContaining("no answer within 300 ms")]);
  });
});

describe("a command line that cannot be meant ends with 2", () => {
  it.each([
    [["--api", "grpc"], "--api must be ollama or openai"],
    [["--family", "qwen9"], "--family: no family matches"],
    [["--path", "magic"], '--path: "magic" is none of template, parser, gguf'],
    [["--suite", "nothing"], "--suite: no scenario for models matches"],
    [["--samples", "5"], "--samples asks a real model: name it with --model"],
    [["--api", "openai"], "--url: say where the server is"],
    [["--url", "ftp://x"], '--url: "ftp://x" is not an http(s) URL'],
    [["--write", "x.gguf"], "--write: a file is of one family"],
  ])("%s", async (argv, message) => {
    const { exitCode, stdout, stderr } = await runCli(["run", "model", ...argv]);
    expect([exitCode, `${stdout}${stderr}`]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("a server that plays the scripted file", () => {
  async function served() {
    const family = familyById("qwen2.5");
    if (family === undefined) throw new Error("no family");
    const plan = planFamily(family, loadModelSuites(), "ollama");
    const compiled = [
      compileModel(specOfPlan(plan, "word")),
      compileModel(specOfPlan(plan, "byte"), { pieces: "byte", tokenizer: "bpe" }),
    ];
    const counts = new Map(
      compiled.flatMap(({ scenarios }) => scenarios.flatMap(({ turns }) => turns.map((turn) => [turn.marker, turn.tokenCount]))),
    );
    // One token more than the script has, as servers count that count the end too.
    const script = meaningScript(plan, (right, { marker }) => ({
      ...right,
      usage: { prompt: 1, completion: (counts.get(marker) ?? 0) + 1 },
    }));
    const fake = createFakeModel({ scripts: [script], clock: hurriedClock, date: () => new Date(0) });
    const { url, close } = await serveFakeModel(fake);
    onTestFinished(close);
    return { url, fake };
  }

  it("conforms, finds nothing left on it, and never saw the secret come back", async () => {
    const { url, fake } = await served();
    const where = ["--url", url, "--header", "Authorization: Bearer planted-secret-1"];
    const what = ["--family", "qwen2.5", "--path", "template"];
    const { exitCode, report, stdout, stderr } = await runReport(["run", "model", ...where, ...what]);
    expect([exitCode, report.summary.fail, report.summary.warn]).toEqual([0, 0, 0]);
    expect(report.summary.pass).toBeGreaterThan(18);
    expect(fake.files.models.size).toBe(0);
    expect(fake.requests().some(({ path, method }) => path === "/api/delete" && method === "DELETE")).toBe(true);
    expect(`${stdout}${stderr}`).not.toContain("planted-secret-1");
  });

  it("leaves a trace that gets the same verdicts again", async () => {
    const { url } = await served();
    const directory = mkdtempSync(join(tmpdir(), "mcpcheck-model-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const trace = join(directory, "trace.ndjson");
    const { report } = await runReport(["run", "model", "--url", url, ...only, "--trace", trace]);
    const again = await runCli(["judge", trace, "--reporter", "json"]);
    const { findings } = JSON.parse(again.stdout) as typeof report;
    const told = (all: typeof findings) => all.map(({ check, verdict, message }) => ({ check, verdict, message }));
    expect(told(findings)).toEqual(told(report.findings));
    expect([again.exitCode, findings.length]).toEqual([0, report.findings.length]);
  });

  it("is left without models when the run is interrupted", async () => {
    const { url, fake } = await served();
    const stop = new AbortController();
    const seen = setInterval(() => {
      if (fake.requests().filter(({ path }) => path === "/api/chat").length > 3) stop.abort("SIGINT");
    }, 5);
    onTestFinished(() => clearInterval(seen));
    const { exitCode } = await runCli(["run", "model", "--url", url, "--family", "qwen2.5", "--path", "template"], {
      interrupted: stop.signal,
    });
    expect([exitCode, fake.files.models.size]).toEqual([130, 0]);
    expect(fake.requests().some(({ path }) => path === "/api/delete")).toBe(true);
  });
});

it("a real model is asked for samples, and told no verdict but on form", async () => {
  const script = turnsOf([{ calls: [{ name: "get_weather", arguments: { city: "Lima" } }] }], { models: ["real"] });
  const fake = createFakeModel({ scripts: [script], clock: hurriedClock, date: () => new Date(0) });
  const { url, close } = await serveFakeModel(fake);
  onTestFinished(close);
  const { exitCode, stdout } = await runCli(["run", "model", "--url", url, "--model", "real", "--samples", "8"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "real, no verdict: 8 of 8 samples called a tool, 6 of them with a name that was offered and arguments that fit",
  );
});
