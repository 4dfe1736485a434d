import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostTrace } from "../../check/host/host-event.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { createFakeModel } from "../../model/fake/fake-model.ts";
import { type ServedFakeModel, serveFakeModel } from "../../model/fake/serve-fake-model.ts";
import { loadModelScript, parseModelScript } from "../../model/script/load-model.ts";
import type { ModelScript } from "../../model/script/model-script.ts";
import { systemClock } from "../../transport/clock.ts";
import { type CaseRecord, createCaseRecord, monotonicMs } from "./case-record.ts";
import type { HostCase, SingleStep } from "./host-case.ts";
import { type HostUnderTest, noAnswer, type OpenHost } from "./host-under-test.ts";
import { prepareServers } from "./mock-servers.ts";

/** How long a server process may take to notice that its host has gone, before it counts as left behind. */
const settleMs = 1500;

/** Drives a host through one case and gives what was seen. Everything that was started has ended afterwards. */
export async function runCase(host: HostUnderTest, hostCase: HostCase, stop: AbortSignal): Promise<HostTrace> {
  const directory = mkdtempSync(join(tmpdir(), "mcpcheck-host-"));
  const record = createCaseRecord();
  const servers = await prepareServers(hostCase.servers ?? [{ id: "s" }], host.preferred, directory, record);
  const script = modelOf(hostCase);
  const clock = { ...systemClock, now: monotonicMs };
  const fake = createFakeModel({ scripts: [script], clock, date: () => new Date() });
  let model: ServedFakeModel | undefined;
  try {
    model = await serveFakeModel(fake);
    const setting = { hostCase, servers: servers.entries, modelUrl: model.url, modelName: script.id, directory, record, stop };
    const open = await host.open(setting);
    record.note({ kind: "host-start", message: host.subject.name ?? "host" });
    try {
      for (const [index, step] of hostCase.steps.entries()) {
        if (stop.aborted) break;
        if ("together" in step) await Promise.all(step.together.map((one) => perform(open, one, index, record)));
        else await perform(open, step, index, record);
      }
    } finally {
      const began = monotonicMs();
      const { killed, output } = await open.close();
      record.note({ kind: "host-end", message: killed ? "killed" : "ended", ms: monotonicMs() - began, killed, output });
    }
    for (const { at, api, method, path, headers, body, status, outcome } of fake.requests())
      record.note(
        {
          kind: "model-asked",
          method,
          path,
          api: api ?? null,
          headers,
          body: (body ?? null) as JsonObject | null,
          status: status ?? null,
          outcome,
        },
        at,
      );
    if (servers.entries.some(({ transport }) => transport === "stdio")) await servers.settled(settleMs);
    servers.collect();
  } finally {
    await model?.close();
    await servers.close();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
  return record.trace();
}

async function perform(open: OpenHost, step: SingleStep, index: number, record: CaseRecord): Promise<void> {
  const [verb = ""] = Object.keys(step);
  record.note({ kind: "asked", step: index, verb, what: step as unknown as JsonObject });
  const began = monotonicMs();
  const answer = await open
    .perform(step)
    .catch((error: unknown) => noAnswer(error instanceof Error ? error.message : String(error)));
  record.note({ kind: "answered", step: index, ...answer, ms: monotonicMs() - began });
}

/** What the model of a case says: its turns, its own script, or a bundled one. */
function modelOf({ model, turns, id }: HostCase): ModelScript {
  if (turns !== undefined)
    return parseModelScript(JSON.stringify({ id: "case", title: id, scenarios: [{ id: "case", turns }] }), id);
  if (typeof model === "object") return parseModelScript(JSON.stringify({ id: "case", title: id, ...model }), id);
  return loadModelScript(model ?? "obey", process.cwd());
}
