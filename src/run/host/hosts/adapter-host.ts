import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { timeLimit } from "../../limits/time-limit.ts";
import type { HostAdapter, TriggerWord } from "./adapter.ts";
import { askSurface, type HttpSurface, overHttp } from "../ask/ask-surface.ts";
import { passing } from "../case/case-needs.ts";
import { environmentOf } from "../ask/environment-of.ts";
import type { Capability } from "../case/host-case.ts";
import { type HostProcess, startHostProcess } from "../ask/host-process.ts";
import type { AskedStep, CaseSetting, HostUnderTest, OpenHost, RefusedStart } from "../host-under-test.ts";
import { processAnswer } from "../ask/process-answer.ts";
import { scaledTime } from "../scaled-time.ts";
import { ownConfigText } from "../ask/own-config.ts";
import { configText } from "../ask/server-config.ts";
import { within } from "../case/case-values.ts";
import { isBuiltIn } from "./built-in-tools.ts";
import { aborted } from "../../../base/time/aborted.ts";
import { freePort } from "../../free-port.ts";

/** What driving a host by an adapter needs beside the adapter. */
export type AdapterSurroundings = { readonly guard: ProcessGuard; readonly env: Readonly<Record<string, string | undefined>> };

const defaultTimeoutMs = 20_000;
const readyMs = 20_000;
const endMs = 10_000;

/** A host that an adapter file describes. */
export function adapterHost(adapter: HostAdapter, surroundings: AdapterSurroundings): HostUnderTest {
  const capabilities = new Set<Capability>(adapter.capabilities);
  const { command = [] } = adapter.start ?? {};
  return {
    subject: {
      kind: "host",
      transport: adapter.start === undefined ? "stdio" : "http",
      name: adapter.id,
      ...(adapter.version === undefined ? {} : { version: adapter.version }),
      ...(command.length === 0 ? {} : { command: command.filter((word) => typeof word === "string") }),
    },
    capabilities,
    builtIn: (servers) => isBuiltIn(adapter, servers),
    preferred: capabilities.has("stdio") ? "stdio" : capabilities.has("http") ? "http" : "sse",
    profiles: [],
    ...(adapter.timeScale === undefined ? {} : { time: () => scaledTime(adapter.timeScale ?? 1) }),
    open: (setting) =>
      adapter.start === undefined ? openCommands(adapter, setting, surroundings) : openServer(adapter, setting, surroundings),
  };
}

/** A host that is one command per step. */
async function openCommands(adapter: HostAdapter, setting: CaseSetting, surroundings: AdapterSurroundings): Promise<OpenHost> {
  const values = valuesOf(adapter, setting, "");
  writeFiles(adapter, setting, values);
  const outputs: string[] = [];
  return {
    async perform(step) {
      const words = triggerWords(adapter, step);
      if (words === undefined) throw new McpcheckError("harness", `${adapter.id} has no trigger for ${Object.keys(step).join()}`);
      const own = { ...values, ...valuesOfStep(adapter, step, setting) };
      const started = startHostProcess(
        commandOf(adapter, setting, surroundings, expand(words, own, argumentsOf(step), setting), own),
      );
      const answer = await processAnswer(started, adapter.timeoutMs ?? defaultTimeoutMs, setting.stop);
      outputs.push(started.stdout(), started.stderr());
      started.end();
      return answer;
    },
    close: () => Promise.resolve({ killed: false, output: outputs.join("") }),
  };
}

/** A host that listens. */
async function openServer(
  adapter: HostAdapter,
  setting: CaseSetting,
  surroundings: AdapterSurroundings,
): Promise<OpenHost | RefusedStart> {
  const { start } = adapter;
  if (start === undefined) throw new McpcheckError("harness", `${adapter.id} has no start command`);
  const port = String(await freePort());
  const values = valuesOf(adapter, setting, port);
  writeFiles(adapter, setting, values);
  const started = startHostProcess(commandOf(adapter, setting, surroundings, expand(start.command, values, {}, setting), values));
  const base = fill(adapter.address ?? "http://127.0.0.1:{port}", values);
  const address = await ready(adapter, started, base, setting.stop);
  if (typeof address === "object") {
    const why = `${adapter.id} did not start: ${address.ended}`;
    // Whether it was right to refuse is for the case to say, where the configuration is the case's own.
    if (setting.hostCase.configFile !== undefined) return { refused: `${why}\n${started.stderr()}` };
    throw new McpcheckError("subject", why, { stderrTail: started.stderr().slice(-2000) });
  }
  const surface = {
    base: address,
    kind: kindOf(adapter),
    modelName: setting.modelName,
    servers: adapter.servers.form === "request" ? setting.servers : undefined,
    timeoutMs: (adapter.timeoutMs ?? defaultTimeoutMs) + passing(setting.hostCase) / (adapter.timeScale ?? 1),
    stop: setting.stop,
    record: setting.record,
  };
  return {
    perform: (step) => askSurface(surface, overHttp(step)),
    async close() {
      started.kill("SIGTERM");
      const late = new Promise<"late">((resolve) => {
        setTimeout(() => resolve("late"), endMs).unref();
      });
      const how = await Promise.race([started.ended.catch(() => null), late]);
      started.end();
      return { killed: how === "late", output: `${started.stdout()}${started.stderr()}` };
    },
  };
}

/**
 * Waits until the host is ready, and gives its address, or how it ended before. One that is only late has refused nothing: a busy
 * machine makes it so. @throws McpcheckError `subject` then
 */
async function ready(
  adapter: HostAdapter,
  started: HostProcess,
  base: string,
  stop: AbortSignal,
): Promise<string | { readonly ended: string }> {
  const probe = adapter.start?.ready;
  const late = timeLimit(readyMs, stop);
  const found = new Promise<string>((resolve) => {
    if (probe !== undefined && "line" in probe)
      started.onLine((line) => {
        const match = new RegExp(probe.line, "u").exec(line);
        if (match !== null) resolve(match[1] ?? base);
      });
    else void poll(`${base}${probe?.url ?? "/"}`, late).then(() => resolve(base));
  });
  const failed = started.ended.then(
    (code) => ({ ended: `it ended with code ${code}` }),
    (error: unknown) => ({ ended: error instanceof Error ? error.message : String(error) }),
  );
  const over = aborted(late);
  const outcome = await Promise.race([found, failed, over]);
  if (typeof outcome === "string") return outcome;
  started.end();
  if (outcome !== undefined) return outcome;
  const message = `${adapter.id} did not start: it was not ready within ${readyMs} ms`;
  throw new McpcheckError("subject", message, { stderrTail: started.stderr().slice(-2000) });
}

async function poll(url: string, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const answer = await fetch(url, { signal: stop }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer !== undefined) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

function triggerWords({ triggers }: HostAdapter, step: AskedStep): readonly TriggerWord[] | undefined {
  if ("list" in step) return triggers?.list ?? triggers?.chat;
  if ("call" in step) return triggers?.call ?? triggers?.chat;
  return "chat" in step ? triggers?.chat : undefined;
}

function argumentsOf(step: AskedStep): Readonly<Record<string, unknown>> {
  return "call" in step ? (step.call.arguments ?? {}) : {};
}

/** The API it is asked by, where it listens. */
function kindOf({ surface }: HostAdapter): HttpSurface["kind"] {
  return surface === "openai" || surface === "agent" ? surface : "ollama";
}

type Values = Readonly<Record<string, string>>;

function valuesOf(adapter: HostAdapter, setting: CaseSetting, port: string): Values {
  return {
    dir: setting.directory,
    adapter: adapter.directory,
    node: process.execPath,
    config: join(setting.directory, adapter.servers.file ?? "servers.json"),
    model: setting.modelUrl,
    modelName: adapter.model?.name ?? setting.modelName,
    server: setting.servers[0]?.id ?? "s",
    port,
    timeScale: String(adapter.timeScale ?? 1),
  };
}

function valuesOfStep({ capabilities }: HostAdapter, step: AskedStep, setting: CaseSetting): Values {
  if ("list" in step) return { prompt: "list" };
  if ("chat" in step) return { prompt: step.chat.say ?? "" };
  if (!("call" in step)) return {};
  const text = JSON.stringify(step.call.arguments ?? {});
  const { tool, server } = step.call;
  // Where tools of two servers can be told apart by their names, the model is asked for the one that is meant.
  const named = server !== undefined && capabilities.includes("naming-prefix") ? `${server}:${tool}` : tool;
  return { prompt: `call ${named} ${text}`, tool, arguments: text, server: server ?? setting.servers[0]?.id ?? "s" };
}

/** Words with their placeholders filled; a placeholder nobody knows stays as it is. */
function fill(text: string, values: Values): string {
  return text.replaceAll(/\{([A-Za-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function expand(
  words: readonly TriggerWord[],
  values: Values,
  given: Readonly<Record<string, unknown>>,
  { agents }: CaseSetting,
): string[] {
  const others = Object.fromEntries(agents.map(({ id, url }) => [id, url]));
  return words.flatMap((word) => {
    if (typeof word === "string") return [fill(word, values)];
    return Object.entries(word.each === "agent" ? others : given).flatMap(([key, value]) =>
      word.as.map((one) => fill(one, { ...values, key, value: typeof value === "string" ? value : JSON.stringify(value) })),
    );
  });
}

function commandOf(
  adapter: HostAdapter,
  setting: CaseSetting,
  { guard, env }: AdapterSurroundings,
  command: readonly string[],
  values: Values,
) {
  const own = Object.fromEntries(Object.entries(adapter.environment ?? {}).map(([name, value]) => [name, fill(value, values)]));
  const { directory, path, hostCase } = setting;
  const stdin = adapter.stdin === undefined ? undefined : fill(adapter.stdin, values);
  return { command, cwd: directory, guard, stdin, env: { ...environmentOf(hostCase, { ...env, PATH: path }), ...own } };
}

function writeFiles(adapter: HostAdapter, setting: CaseSetting, values: Values): void {
  const config = values["config"] ?? "";
  const { configFile } = setting.hostCase;
  // Some hosts look for it in a folder of their own.
  if (config !== "") mkdirSync(dirname(config), { recursive: true });
  // The file has the name the host knows, with what the case has written.
  if (typeof configFile === "string") copyFileSync(join(setting.directory, configFile), config);
  else if (adapter.servers.form !== "request") writeFileSync(config, serversText(adapter, setting, values));
  for (const [name, text] of Object.entries(adapter.files ?? {})) {
    const file = join(setting.directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fill(text, values));
  }
}

/** The servers of a case as the host reads them. */
function serversText({ servers: form }: HostAdapter, { servers, hostCase }: CaseSetting, values: Values): string {
  const more = hostCase.config ?? {};
  if (form.form !== "own") return configText(form.form, servers, more);
  return ownConfigText(form, servers, { ...within(form.more ?? {}, (text) => fill(text, values)), ...more });
}
