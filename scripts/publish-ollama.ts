import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { modelChecks } from "../src/check/model/model-checks.ts";
import { ollamaUrl } from "../src/cli/model/ollama-host.ts";
import { compileModel } from "../src/model/scripted/compile-model.ts";
import type { ModelFamily } from "../src/model/scripted/families/family.ts";
import { families, familyById } from "../src/model/scripted/families/registry.ts";
import { loadModelSuites } from "../src/run/model/load.ts";
import { modelJob } from "../src/run/model/job.ts";
import { type ModelPath, settingsOn } from "../src/run/model/model-paths.ts";
import { createOllamaModel, removeOllamaModel } from "../src/run/model/server/ollama-models.ts";
import { planFamily, specOfPlan } from "../src/run/model/plan.ts";
import type { SubjectEvent } from "../src/run/subject-job.ts";
import { version } from "../src/cli/version.ts";
import { systemClock } from "../src/base/time/clock.ts";
import { modelSections, modelTable } from "./model-page.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = "reports/published/ollama.md";

/**
 * Has every family played by the Ollama that OLLAMA_HOST names, on every path its version has something for, and writes what it makes
 * of their text: `npm run publish:ollama -- <the command that the server was started with>`.
 */
async function publishOllama(): Promise<void> {
  const url = ollamaUrl(process.env);
  const openai = await judgeOpenai(url, "qwen2.5", "template");
  const own = await judge({ url, api: "ollama" }, families, undefined);
  const events = own.concat(openai);
  const subject = events.find((event) => event.type === "subject.described");
  const end = own.at(-1);
  if (subject === undefined || (end?.type === "subject.finished" && end.error !== null))
    throw new Error(end?.type === "subject.finished" ? (end.error?.message ?? "not judged") : "not judged");
  const served = subject.subject.version ?? "";
  writeFileSync(
    `${root}${file}`,
    `${head(served, process.argv.slice(2).join(" "))}${modelTable(events)}${modelSections(events)}`,
  );
  console.error(`wrote ${file}`);
}

/** What is the same for every request: long enough for a busy machine. */
const base = { headers: {}, hide: (text: string) => text, timeoutMs: 20_000, loadMs: 120_000, clock: systemClock };

async function judge(
  where: { readonly url: string; readonly api: "ollama" | "openai" },
  judged: readonly ModelFamily[],
  model: string | undefined,
): Promise<SubjectEvent[]> {
  const job = modelJob({
    id: where.api,
    server: { ...base, ...where },
    subject: { kind: "model", transport: "http", url: where.url },
    families: judged,
    suites: loadModelSuites(),
    checks: modelChecks,
    paths: undefined,
    model,
    keep: false,
    bail: false,
    argv: ["mcpcheck", "run", "model"],
    compile: compileModel,
    suffix: process.pid.toString(36),
    budgetMs: 3_600_000,
  });
  const events: SubjectEvent[] = [];
  for await (const event of job.events(stop.signal)) {
    events.push(event);
    if (event.type === "finding" && event.finding.check === modelChecks.at(-1)?.id) console.error(event.finding.revision);
  }
  return events;
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal));

/** The same server on its OpenAI API, with a model that is made for it. */
async function judgeOpenai(url: string, id: string, path: ModelPath): Promise<SubjectEvent[]> {
  const family = familyById(id);
  const settings = family === undefined ? undefined : settingsOn(family, path);
  if (family === undefined || settings === undefined) throw new Error(`no family ${id} on the path ${path}`);
  const server = { ...base, url, api: "ollama", stop: stop.signal } as const;
  const name = `mcpcheck-openai-${id}-${process.pid.toString(36)}`;
  try {
    const gguf = compileModel(specOfPlan(planFamily(family, loadModelSuites(), "openai"), "word")).gguf();
    await createOllamaModel(server, name, gguf, settings, { num_ctx: 16_384, num_thread: 1 });
    const events = await judge({ url: `${url}/v1`, api: "openai" }, [family], name);
    const named = `${id}/${path}, OpenAI's API`;
    return events.map((event) =>
      event.type === "finding"
        ? { ...event, finding: { ...event.finding, revision: named } }
        : event.type === "scenario.finished"
          ? { ...event, revision: named }
          : event,
    );
  } finally {
    await removeOllamaModel(server, name);
  }
}

function head(served: string, command: string): string {
  return [
    "# What Ollama makes of the text of models",
    "",
    `mcpcheck ${version()}, Ollama ${served} (its own word at /api/version), Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:ollama\` with OLLAMA_HOST naming the server${command === "" ? "" : `, which was started with \`${command}\``}. A user has the same with \`mcpcheck run model\`.`,
    "",
    "No model was downloaded: each family is a scripted model file, played by Ollama's own runner, twice per conversation, whole and streamed (see `docs/models.md`). Two ways to treat a model are judged. *template*: a Go template of ours, calls read by Ollama's generic tool parser; only families whose calls are JSON with a name and arguments are judged so. *parser*: the renderer and parser that Ollama has for the family. On the path *gguf* Ollama before 0.30 reads no Jinja template: unless the file's is one that it knows, the model cannot be given tools, so that path is left out. One family is judged on the OpenAI API of the same server too. A model that hangs is let go, and the others go on.",
    "",
    "A *fail* is a well-formed answer of a model that is lost or changed; a *warning* is what a server should do better and no API promises. *Not played* are scenarios a family or path has nothing for, or that the model was kept from saying.",
    "",
  ].join("\n");
}

await publishOllama();
