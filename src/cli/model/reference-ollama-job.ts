import type { ModelCheck } from "../../check/model/model-check.ts";
import { modelChecks } from "../../check/model/model-checks.ts";
import { isObject } from "../../jsonrpc/json.ts";
import { parsed } from "../../model/backend/http.ts";
import { loadModelSuites } from "../../run/model/load.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import { timeLimit } from "../../run/limits/time-limit.ts";
import type { RunContext } from "../perform-run.ts";
import { modelJobs } from "./model-jobs.ts";
import { ollamaUrl } from "./ollama-host.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** How long an Ollama may take to say that it is there. */
const greetingMs = 1500;

/** One family of each kind of parser: all of them take minutes, and have a command of their own. */
const usualFamilies = "qwen2.5,llama3.1,qwen3-coder,gpt-oss";

/** A real Ollama as a part of a larger run: judged when one answers, and it is said when none does. */
export function referenceOllamaJobs(context: RunContext<{ readonly id: string }>): SubjectJob[] {
  const chosen = new Set(context.checks.map(({ id }) => id));
  const checks = modelChecks.filter(({ id }) => chosen.has(id));
  if (checks.length === 0 || !wantsModels(context.options.suite)) return [];
  return [{ id: "Ollama", events: (stop) => eventsOf({ ...context, checks }, stop) }];
}

function wantsModels(glob: string | undefined): boolean {
  const wants = globMatcher(glob);
  return loadModelSuites().some(({ id, scenarios }) => scenarios.some((one) => wants(id) || wants(`${id}/${one.id}`)));
}

async function* eventsOf(context: RunContext<ModelCheck>, stop: AbortSignal): AsyncGenerator<SubjectEvent> {
  const url = ollamaUrl(context.io.env);
  if (!(await answers(url, stop))) {
    yield {
      type: "notice",
      message: `no Ollama answers at ${url}, so that no inference server is judged (OLLAMA_HOST says where one is)`,
    };
    return;
  }
  const argv = ["mcpcheck", "run", "model"];
  // The budget is the job's own: it has to load two models per family and path.
  const options = { ...context.options, budgetMs: 600_000, timeoutMs: 30_000 };
  for (const job of modelJobs({ url, api: "ollama", family: usualFamilies, header: [] }, { ...context, options, argv }))
    yield* job.events(stop);
}

async function answers(url: string, stop: AbortSignal): Promise<boolean> {
  try {
    const signal = timeLimit(greetingMs, stop);
    const response = await fetch(`${url}/api/version`, { signal });
    const body = parsed(await response.text());
    return response.ok && isObject(body) && typeof body["version"] === "string";
  } catch {
    return false;
  }
}
