import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { modelChecks } from "../src/check/model/model-checks.ts";
import { version } from "../src/cli/version.ts";
import { compileModel } from "../src/model/scripted/compile-model.ts";
import type { ModelFamily } from "../src/model/scripted/families/family.ts";
import { families, familyById } from "../src/model/scripted/families/registry.ts";
import { loadModelSuites } from "../src/run/model/load.ts";
import { modelJob } from "../src/run/model/job.ts";
import { planFamily, specOfPlan } from "../src/run/model/plan.ts";
import type { SubjectEvent } from "../src/run/subject-job.ts";
import { systemClock } from "../src/base/time/clock.ts";
import { modelSections, modelTable } from "./model-page.ts";
import { freePort } from "../src/run/free-port.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal));

/**
 * Has families played by an inference server that serves one model file on OpenAI's API, and writes what it makes of their text:
 * `npm run publish:model-server -- <page> <name and version> <all|family,…> <command with {file} and {port}>`.
 */
async function publishModelServer([page = "", name = "", list = "", ...command]: readonly string[]): Promise<void> {
  if (command.length === 0)
    throw new Error("usage: <page.md> <name and version> <all|family,family> <command with {file} and {port}>");
  const events: SubjectEvent[] = [];
  for (const id of list === "all" ? families.map((one) => one.id) : list.split(",")) {
    const family = familyById(id);
    if (family === undefined) throw new Error(`no family ${id}`);
    events.push(...(await judgeServed(family, command)));
  }
  const file = fileURLToPath(new URL(page, pathToFileURL(`${process.cwd()}/`)));
  writeFileSync(file, `${head(name, list, command)}${modelTable(events)}${modelSections(events)}`);
  console.error(`wrote ${page}`);
}

function head(name: string, list: string, command: readonly string[]): string {
  return [
    `# What ${name} makes of the text of models`,
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:model-server -- <page> "${name}" ${list} <command>\`, which starts the server for each family with the command:`,
    "",
    `    ${command.map((word) => (/[\s'"(]/.test(word) ? `'${word}'` : word)).join(" ")}`,
    "",
    "No model was downloaded: each family is a scripted model file with a chat template of ours, played by the server's own engine on its OpenAI API, twice per conversation, whole and streamed (see `docs/models.md`). What the server kept the model from saying, by a grammar, is told as not applicable: *constrained*. A server that learns from the template how calls are read learns it from ours: of the maker's it has the tokens and the form of calls, not all words. Before a finding is taken for the model's as it is downloaded, the same text should be played with the maker's template.",
    "",
    "A *fail* is a well-formed answer of a model that is lost or changed; a *warning* is what a server should do better and no API promises.",
    "",
    "",
  ].join("\n");
}

async function judgeServed(family: ModelFamily, command: readonly string[]): Promise<SubjectEvent[]> {
  const directory = mkdtempSync(join(tmpdir(), "mcpcheck-model-"));
  const suites = loadModelSuites();
  const file = join(directory, `${family.id}.gguf`);
  writeFileSync(file, compileModel(specOfPlan(planFamily(family, suites, "openai"), "word")).gguf());
  const port = await freePort();
  const [program = "", ...args] = command.map((word) => word.replace("{file}", file).replace("{port}", String(port)));
  const server = spawn(program, args, { stdio: "ignore" });
  try {
    await ready(`http://127.0.0.1:${port}/v1/models`, server);
    const job = modelJob({
      id: family.id,
      server: {
        url: `http://127.0.0.1:${port}/v1`,
        api: "openai",
        headers: {},
        hide: (text) => text,
        timeoutMs: 20_000,
        loadMs: 120_000,
        clock: systemClock,
      },
      subject: { kind: "model", transport: "http", url: `http://127.0.0.1:${port}/v1` },
      families: [family],
      suites,
      checks: modelChecks,
      paths: [],
      model: undefined,
      keep: false,
      bail: false,
      argv: ["mcpcheck", "run", "model", "--api", "openai", "--family", family.id],
      compile: compileModel,
      suffix: process.pid.toString(36),
      budgetMs: 1_200_000,
    });
    const events: SubjectEvent[] = [];
    for await (const event of job.events(stop.signal)) events.push(event);
    return events;
  } finally {
    server.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Waits until the server lists models. @throws Error when it ended, or is not there within a minute */
async function ready(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && !stop.signal.aborted; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return;
    if (server.exitCode !== null) throw new Error(`the server ended with code ${server.exitCode}`);
    await sleep(200);
  }
  throw new Error(`the server does not answer at ${url}`);
}

await publishModelServer(process.argv.slice(2));
