import type { ModelCheck } from "../../check/model/model-check.ts";
import { type ModelApi, modelApis } from "../../check/model/model-event.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import { compileModel } from "../../model/scripted/compile-model.ts";
import type { ModelFamily } from "../../model/scripted/families/family.ts";
import { families } from "../../model/scripted/families/registry.ts";
import { suggestion } from "../../base/nearest.ts";
import { modelJob } from "../../run/model/job.ts";
import type { ModelServerUnderTest } from "../../run/model/server/model-server.ts";
import { type ModelPath, modelPaths } from "../../run/model/model-paths.ts";
import type { ModelSuite } from "../../run/model/model-suite.ts";
import { loadModelSuites } from "../../run/model/load.ts";
import { sampleJob } from "../../run/model/sample-job.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { RunContext } from "../perform-run.ts";
import { ollamaUrl } from "./ollama-host.ts";
import type { GivenHeaders } from "../../transport/client-transport.ts";
import { headerValues, givenHeaders, joinedHeaders } from "../options/header-option.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";
import { withoutEnd } from "../../base/without-end.ts";

/** The options of `run model` beside those of every run, as they are typed. */
export type RawModelOptions = {
  readonly url?: string;
  readonly api: string;
  readonly family?: string;
  readonly path?: string;
  readonly model?: string;
  readonly keep?: true;
  readonly samples?: string;
  readonly header: readonly string[];
};

/** How long a server may take to load a model, and to take a file. */
const loadMs = 120_000;

/** The one job that judges an inference server. @throws McpcheckError `usage` */
export function modelJobs(raw: RawModelOptions, context: RunContext<ModelCheck>): SubjectJob[] {
  const { options, checks, argv, keepTrace } = context;
  const server = serverOf(raw, context);
  const { url } = server;
  const shown = publicUrl(url).replace(/\/$/, "");
  const subject = { kind: "model", transport: "http", url: shown } as const;
  const trace = options.trace === undefined ? {} : { keepTrace };
  if (raw.samples !== undefined) {
    if (raw.model === undefined) throw new McpcheckError("usage", "--samples asks a real model: name it with --model");
    const count = samplesOf(raw.samples);
    return [sampleJob({ id: shown, server, subject, model: raw.model, count, seed: options.seed, argv, ...trace })];
  }
  return [
    modelJob({
      id: shown,
      server,
      subject,
      families: chosenFamilies(raw.family),
      suites: chosenModelSuites(options.suite),
      checks,
      paths: pathsOf(raw.path),
      model: raw.model,
      keep: raw.keep === true,
      bail: options.bail,
      argv,
      compile: compileModel,
      suffix: `${process.pid.toString(36)}${Math.floor(performance.now()).toString(36)}`,
      budgetMs: options.budgetMs,
      ...trace,
    }),
  ];
}

/** The server that is asked, by the options that say where it is. @throws McpcheckError `usage` */
export function serverOf(
  raw: Pick<RawModelOptions, "api" | "header"> & { readonly url?: string | undefined },
  { options, io, secrets }: Pick<RunContext, "options" | "io" | "secrets">,
): Omit<ModelServerUnderTest, "stop"> {
  const api = apiOf(raw.api);
  const { url, headers } = addressOf(raw, api, io.env);
  secrets.add(headerValues(headers));
  secrets.addUrl(url);
  return {
    url,
    api,
    headers: joinedHeaders(headers),
    hide: secrets.hide,
    timeoutMs: options.timeoutMs,
    loadMs: Math.max(loadMs, options.timeoutMs),
    clock: systemClock,
  };
}

/** The model families a glob names. @throws McpcheckError `usage` when there is none */
export function chosenFamilies(glob: string | undefined): readonly ModelFamily[] {
  const wants = globMatcher(glob);
  const chosen = families.filter(({ id }) => wants(id));
  if (chosen.length > 0) return chosen;
  const ids = families.map(({ id }) => id);
  throw new McpcheckError(
    "usage",
    `--family: no family matches "${glob}"${suggestion(glob ?? "", ids)} (there are ${ids.join(", ")})`,
  );
}

/** The suites with the scenarios that `--suite` (a suite, or suite/scenario) leaves; the control always stays. */
export function chosenModelSuites(glob: string | undefined): readonly ModelSuite[] {
  const wants = globMatcher(glob);
  const all = loadModelSuites();
  const wanted = (suite: ModelSuite, id: string): boolean => wants(suite.id) || wants(`${suite.id}/${id}`);
  if (!all.some((suite) => suite.scenarios.some(({ id }) => wanted(suite, id))))
    throw new McpcheckError("usage", `--suite: no scenario for models matches "${glob}" (mcpcheck list suites shows them)`);
  return all.map((suite) => ({
    ...suite,
    scenarios: suite.scenarios.filter(({ id, group }) => group === "control" || wanted(suite, id)),
  }));
}

function apiOf(text: string): ModelApi {
  const found = modelApis.find((api) => api === text);
  if (found === undefined) throw new McpcheckError("usage", `--api must be ${modelApis.join(" or ")}, not ${text}`);
  return found;
}

function pathsOf(text: string | undefined): readonly ModelPath[] | undefined {
  if (text === undefined) return undefined;
  return text.split(",").map((word) => {
    const found = modelPaths.find((path) => path === word);
    if (found === undefined) throw new McpcheckError("usage", `--path: "${word}" is none of ${modelPaths.join(", ")}`);
    return found;
  });
}

function samplesOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 10_000) return count;
  throw new McpcheckError("usage", `--samples: expected a whole number from 1 to 10000, got "${text}"`);
}

/** Where the server is, and the header fields of every request. A URL's own user and password become a header. */
function addressOf(
  { url: given, header }: Pick<RawModelOptions, "header"> & { readonly url?: string | undefined },
  api: ModelApi,
  env: Readonly<Record<string, string | undefined>>,
): { readonly url: string; readonly headers: GivenHeaders } {
  if (given === undefined && api === "openai") throw new McpcheckError("usage", "--url: say where the server is");
  const text = given ?? ollamaUrl(env);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new McpcheckError("usage", `--url: "${publicUrl(text)}" is not an http(s) URL`);
  const url = new URL(text);
  const credentials =
    url.username === "" && url.password === ""
      ? {}
      : {
          Authorization: `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString("base64")}`,
        };
  url.username = "";
  url.password = "";
  const bare = withoutEnd(url.href, "/");
  // OpenAI's paths begin with a version, which many leave out when they name a server.
  const whole = api === "openai" && url.pathname === "/" ? `${bare}/v1` : bare;
  return { url: whole, headers: { ...credentials, ...givenHeaders(header) } };
}
