import { answersOf, type ModelAnswer } from "../../check/model/answers.ts";
import type { ModelTrace } from "../../check/model/model-event.ts";
import { form } from "../../check/model/streams.ts";
import { usage } from "../../check/model/texts.ts";
import { counted } from "../../base/counted.ts";
import { schemaValidator } from "../../host/tools/schema-validator.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { ollamaBody } from "../../model/backend/ollama-body.ts";
import { openaiBody } from "../../model/backend/openai-body.ts";
import type { ModelRequest, ModelTool } from "../../model/model-backend.ts";
import type { Subject, Trace } from "../../trace/trace.ts";
import { reproLine } from "../repro.ts";
import type { RunError } from "../run-event.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import { performExchange } from "./server/exchange.ts";
import { judgeModel } from "./judge.ts";
import { loadModelSuites } from "./load.ts";
import { createModelRecord, type ModelRecord } from "./model-record.ts";
import type { ModelServerUnderTest } from "./server/model-server.ts";
import { traceOfModel } from "./model-trace.ts";

/** What asking a real model takes. */
export type SampleJobSetup = {
  readonly id: string;
  readonly server: Omit<ModelServerUnderTest, "stop">;
  readonly subject: Subject;
  readonly model: string;
  /** How often it is asked. */
  readonly count: number;
  readonly seed: number;
  readonly argv: readonly string[];
  readonly keepTrace?: (trace: Trace) => void;
};

/**
 * A job that asks a real model, whose text nobody has scripted. What is certain (the form of answers) gets a verdict; how often
 * the model calls a tool, and how often its arguments fit the schema, is reported as a rate without one.
 */
export function sampleJob(setup: SampleJobSetup): SubjectJob {
  return {
    id: setup.id,
    async *events(stop) {
      const { clock, api } = setup.server;
      const began = clock.now();
      const record = createModelRecord(clock.now);
      const revision = `${setup.model}/sampled`;
      yield { type: "subject.described", subjectId: setup.id, subject: setup.subject, revisions: [revision] };
      record.note({ kind: "setting", api, family: setup.model, path: "sampled", server: null });
      const tools = await takeSamples(setup, { ...setup.server, stop }, record);
      const trace = record.trace();
      setup.keepTrace?.(traceOfModel(setup.subject, [trace]));
      const error = stop.aborted ? null : noAnswers(trace);
      if (error === null) yield* tell(setup, trace, tools);
      yield { type: "subject.finished", subjectId: setup.id, error, ms: clock.now() - began };
    },
  };
}

async function takeSamples(
  setup: SampleJobSetup,
  server: ModelServerUnderTest,
  record: ModelRecord,
): Promise<readonly ModelTool[]> {
  const [suite] = loadModelSuites();
  if (suite === undefined) throw new McpcheckError("harness", "there is no suite for models");
  for (let exchange = 1; exchange <= setup.count && !server.stop.aborted; exchange += 1) {
    const sample = suite.samples[(exchange - 1) % suite.samples.length];
    if (sample === undefined) break;
    const streamed = exchange % 2 === 0;
    const request: ModelRequest = {
      model: setup.model,
      messages: [{ role: "user", content: sample.ask }],
      tools: suite.tools.filter(({ name }) => sample.tools.includes(name)),
      stream: streamed,
      options: { seed: setup.seed + exchange },
    };
    record.note({
      kind: "asked",
      exchange,
      scenario: `sample-${exchange}`,
      group: "sampled",
      turn: 0,
      streamed,
      text: "",
      tokens: 0,
      means: { content: "", reasoning: "", calls: [] },
      tools: sample.tools,
      thinks: false,
    });
    const body = server.api === "ollama" ? ollamaBody(request, undefined) : openaiBody(request, { usage: true });
    await performExchange(server, record, {
      exchange,
      body,
      streamed,
      withinMs: exchange === 1 ? server.loadMs : server.timeoutMs,
    });
  }
  return suite.tools;
}

function noAnswers(trace: ModelTrace): RunError | null {
  const answers = answersOf(trace);
  if (answers.some(({ failed }) => failed === undefined)) return null;
  return { kind: "subject", message: `the model does not answer: ${answers[0]?.failed ?? "it was not asked"}`, stderrTail: "" };
}

function* tell(setup: SampleJobSetup, trace: ModelTrace, tools: readonly ModelTool[]): Generator<SubjectEvent> {
  for (const { finding, wire } of judgeModel(trace, [form, usage]))
    yield { type: "finding", subjectId: setup.id, finding, wire, repro: reproLine(setup.argv, finding) };
  yield { type: "notice", message: `${setup.model}, no verdict: ${rateOf(trace, tools)}` };
}

/** In words, how often the model called a tool, and how often as the schema wants it. */
function rateOf(trace: ModelTrace, tools: readonly ModelTool[]): string {
  const answers = answersOf(trace);
  const called = answers.filter(({ calls }) => calls.length > 0);
  const fitting = called.filter((answer) => fits(answer, tools));
  return `${called.length} of ${counted(answers.length, "sample")} called a tool, ${fitting.length} of them with a name that was offered and arguments that fit its schema`;
}

function fits({ calls, asked }: ModelAnswer, tools: readonly ModelTool[]): boolean {
  return calls.every(({ name, value }) => {
    const tool = asked.tools.includes(name) ? tools.find((one) => one.name === name) : undefined;
    if (tool === undefined) return false;
    const validator = schemaValidator(tool.parameters as JsonObject);
    return validator === "unusable" || validator(value) === true;
  });
}
