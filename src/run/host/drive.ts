import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { HostTrace, ModelAsked, UnplacedHostEvent } from "../../check/host/host-event.ts";
import { offeredTools } from "../../check/host/model-requests.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { loadModelScript, parseModelScript } from "../../model/script/load-model.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type AnswersSoFar, answersFilled } from "./case/answers-filled.ts";
import { writeCaseFiles } from "./case/case-files.ts";
import { type CaseModel, openFakeModel } from "./case/case-model.ts";
import { type CaseRecord, createCaseRecord, monotonicMs } from "./case/case-record.ts";
import { type CaseValues, filledIn, withPlaceholders } from "./case/case-values.ts";
import type { ArriveStep, HostCase, SingleStep } from "./case/host-case.ts";
import {
  type AskedStep,
  type CaseSetting,
  type HostUnderTest,
  nextToolCall,
  noAnswer,
  type OpenHost,
} from "./host-under-test.ts";
import { startedPrograms, writeMarkedPrograms } from "./mock/marked-programs.ts";
import { type MockAgents, startAgents } from "./mock/mock-agents.ts";
import { prepareServers } from "./mock/mock-servers.ts";
import { scaledTime } from "./scaled-time.ts";
import type { TimeStep } from "./case/time-step.ts";
import { aborted } from "../../base/time/aborted.ts";
import { anySignal } from "../../base/time/any-signal.ts";
import { timeLimit } from "../limits/time-limit.ts";

/** How long a server process may take to notice that its host has gone, before it counts as left behind. */
const settleMs = 1500;

/** How long something that is to be posted to another agent is waited for, in real ms. */
const arriveMs = 20_000;

/** Drives one case and gives what was seen. Everything that was started has ended afterwards. */
export type DriveCase = (hostCase: HostCase, stop: AbortSignal) => Promise<HostTrace>;

/** Drives a host through one case, in this process: see {@link DriveCase}. */
export async function runCase(host: HostUnderTest, hostCase: HostCase, stop: AbortSignal): Promise<HostTrace> {
  const directory = mkdtempSync(join(tmpdir(), "mcpcheck-host-"));
  const record = createCaseRecord();
  const time = host.time?.() ?? scaledTime(1);
  const placed = filledIn(hostCase, { dir: directory });
  const servers = await prepareServers(placed.servers ?? [{ id: "s" }], host.preferred, directory, record, time.clock);
  const script = modelOf(placed);
  const clock = { ...time.clock, now: monotonicMs };
  let model: CaseModel | undefined;
  let agents: MockAgents | undefined;
  let values: CaseValues = {};
  try {
    // A configuration that the case brings may call them otherwise.
    const isBuiltIn = host.builtIn?.(hostCase.configFile === undefined ? servers.entries.map(({ id }) => id) : undefined);
    model = await (host.openModel ?? openFakeModel)(script, clock, isBuiltIn);
    agents = await startAgents(placed.agents ?? [], record, time.clock);
    values = valuesOf(directory, [...servers.entries, ...agents.entries], model.url, model.name);
    const own = filledIn(placed, values);
    writeCaseFiles(directory, own.files ?? {});
    const found = pathOf(own, servers.path, directory);
    const shared = { modelUrl: model.url, modelName: model.name, directory, path: found, record, time, stop };
    await play(host, { hostCase: own, servers: servers.entries, agents: agents.entries, ...shared });
    for (const { at, api, method, path, headers, body, status, outcome } of model.requests()) {
      const request = { method, path, api: api ?? null, headers, body: (body ?? null) as JsonObject | null };
      const event: UnplacedHostEvent<ModelAsked> = { kind: "model-asked", ...request, status: status ?? null, outcome };
      record.note(isBuiltIn === undefined ? event : { ...event, builtIn: builtInOf(event, isBuiltIn) }, at);
    }
    if (servers.entries.some(({ transport }) => transport === "stdio")) await servers.settled(settleMs);
    servers.collect();
    for (const name of startedPrograms(directory)) record.note({ kind: "program-started", name });
  } finally {
    await model?.close();
    await servers.close();
    await agents?.close();
    time.end();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
  const trace = record.trace();
  return hostCase.files === undefined ? trace : withPlaceholders(trace, values);
}

/** The tools a request offers that are the host's own. */
function builtInOf(event: UnplacedHostEvent<ModelAsked>, isBuiltIn: (name: string) => boolean): string[] {
  const offered = offeredTools({ ...event, seq: 0, at: 0 });
  return offered.map(({ name }) => name).filter(isBuiltIn);
}

/** PATH of the host: the programs of a case are found first. */
function pathOf({ programs = [] }: HostCase, path: string, directory: string): string {
  return programs.length === 0 ? path : `${writeMarkedPrograms(directory, programs)}${delimiter}${path}`;
}

/** Opens the host, asks it for every step, and closes it. A host that refuses to start is asked nothing. */
async function play(host: HostUnderTest, setting: CaseSetting): Promise<void> {
  const { hostCase, record, stop, time } = setting;
  const open = await host.open(setting);
  if ("refused" in open) {
    // Only where a case is about it, or brings what was refused: otherwise nothing could be told from it.
    if (hostCase.configFile === undefined && !hostCase.expect.some((one) => "refused" in one))
      throw new McpcheckError("subject", `did not start: ${open.refused}`);
    record.note({ kind: "host-refused", message: open.refused });
    return;
  }
  record.note({ kind: "host-start", message: host.subject.name ?? "host" });
  try {
    const answers = new Map<number, string>();
    for (const [index, step] of hostCase.steps.entries()) {
      if (stop.aborted) break;
      if ("together" in step) await performTogether(open, step.together, { index, answers }, setting);
      else if ("pass" in step) await time.pass(step.pass.ms, stop);
      else if ("arrive" in step) await arrived(step.arrive, setting);
      else await perform(open, step, { index, answers }, record);
    }
  } finally {
    const began = monotonicMs();
    const { killed, output } = await open.close();
    record.note({ kind: "host-end", message: killed ? "killed" : "ended", ms: monotonicMs() - began, killed, output });
  }
}

/** What the placeholders of a case stand for. */
function valuesOf(
  directory: string,
  servers: readonly { readonly id: string; readonly url?: string }[],
  model: string,
  modelName: string,
): CaseValues {
  const urls = servers.flatMap(({ id, url }) => (url === undefined ? [] : [[`url:${id}`, url] as const]));
  return { dir: directory, model, modelName, ...Object.fromEntries(urls) };
}

/** Several steps at once. Time passes only as long as there is something beside it that it could matter to. */
async function performTogether(
  open: OpenHost,
  steps: readonly SingleStep[],
  place: StepPlace,
  { record, time, stop }: CaseSetting,
): Promise<void> {
  const over = new AbortController();
  const signal = anySignal(stop, over.signal);
  for (const step of steps) if ("pass" in step) void moment(record, step.pass.after).then(() => time.pass(step.pass.ms, signal));
  await Promise.all(steps.flatMap((step) => ("pass" in step || "arrive" in step ? [] : [perform(open, step, place, record)])));
  over.abort();
}

const moments = { call: "server-received", wait: "server-waits", question: "person-asked" } as const;

/** Resolves when that happens for the next time. */
function moment(record: CaseRecord, after: TimeStep["after"]): Promise<void> {
  if (after === "call") return nextToolCall(record);
  return after === undefined ? Promise.resolve() : record.next(({ kind }) => kind === moments[after]);
}

/** Which step it is, and what was answered to those before. */
type StepPlace = { readonly index: number; readonly answers: Map<number, string> & AnswersSoFar };

/** Resolves when so much has been posted to another agent, or its time is over: whether it came is for the case to say. */
async function arrived({ server, times }: ArriveStep, { record, stop }: CaseSetting): Promise<void> {
  const isPosted = (event: UnplacedHostEvent): boolean => event.kind === "server-received" && event.server === server;
  const late = timeLimit(arriveMs, stop);
  const over = aborted(late);
  while (!late.aborted && record.count(isPosted) < times) await Promise.race([record.next(isPosted), over]);
}

async function perform(open: OpenHost, asked: AskedStep, { index, answers }: StepPlace, record: CaseRecord): Promise<void> {
  const step = answersFilled(asked, answers);
  const [verb = ""] = Object.keys(step);
  record.note({ kind: "asked", step: index, verb, what: step as unknown as JsonObject });
  const began = monotonicMs();
  const answer = await open
    .perform(step)
    .catch((error: unknown) => noAnswer(error instanceof Error ? error.message : String(error)));
  if (!answers.has(index)) answers.set(index, answer.text);
  record.note({ kind: "answered", step: index, ...answer, ms: monotonicMs() - began });
}

/** What the model of a case says: its turns, its own script, or a bundled one. */
function modelOf({ model, turns, id }: HostCase): ModelScript {
  if (turns !== undefined)
    return parseModelScript(JSON.stringify({ id: "case", title: id, scenarios: [{ id: "case", turns }] }), id);
  if (typeof model === "object") return parseModelScript(JSON.stringify({ id: "case", title: id, ...model }), id);
  return loadModelScript(model ?? "obey", process.cwd());
}
