import type { Check } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import type { HostEvent, HostTrace } from "../../check/host/host-event.ts";
import { callsTo } from "../../check/host/server-messages.ts";
import { verdictOf } from "../../check/verdict.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { reproLine } from "../repro.ts";
import type { RunError } from "../run-event.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import type { WireExcerpt } from "../wire/wire-excerpt.ts";
import { createClientSide } from "./client-side/client-side.ts";
import { openedText } from "./case/opened.ts";
import { hostBehaviours } from "./case/docs.ts";
import type { HostCase } from "./case/host-case.ts";
import type { HostUnderTest } from "./host-under-test.ts";
import { levelOf } from "./judge.ts";
import { judgeAll, type JudgeAllSetup, type Judged } from "./judge-all.ts";
import { runCase } from "./drive.ts";
import { blame } from "../blame.ts";
import { createHostTimelines } from "./host-timelines.ts";

/** What judging one host takes. */
export type HostJobSetup = JudgeAllSetup & {
  readonly id: string;
  readonly argv: readonly string[];
  /** Why the host is not judged at all, when that is known before: what it needs is not there. */
  readonly absent?: string;
  /** Whether an adapter file says what the host can do, so that a word more there opens more cases. */
  readonly byAdapter?: boolean;
  readonly keepTrace?: (trace: Trace) => void;
  /** By which the host is judged as a client, in every case; none when absent. */
  readonly clientChecks?: readonly Check[];
  /** Whether nothing else is told of it. */
  readonly onlyAsClient?: boolean;
};

/** The case that every host must get through before anything else is worth a verdict: one tool call that reaches its server. */
const control: HostCase = {
  id: "loop.control",
  title: "A tool call reaches its server",
  ring: "must",
  rows: [],
  level: "L1",
  steps: [{ call: { server: "s", tool: "echo", arguments: { text: "planted-control" } } }],
  expect: [{ called: { server: "s", tool: "echo" } }],
};

/** The same for an agent without servers of its own: it answers. */
const withoutServers: HostCase = { ...control, id: "loop.control-agent", servers: [], steps: [{ chat: { say: "hello" } }] };

/** A job that drives one host through the suites and judges it case by case. */
export function hostJob(setup: HostJobSetup): SubjectJob {
  return {
    id: setup.id,
    async *events(stop) {
      const { host, clock } = setup;
      const began = clock.now();
      const kept: WireEvent[] = [];
      const timelines = createHostTimelines();
      const clientSide = createClientSide(setup.clientChecks ?? []);
      yield { type: "subject.described", subjectId: setup.id, subject: host.subject, revisions: profilesOf(setup) };
      const scenarios = setup.suites.reduce((sum, { cases }) => sum + cases.length, 0);
      yield { type: "subject.planned", subjectId: setup.id, scenarios };
      let error: RunError | null = null;
      try {
        if (setup.absent !== undefined) throw new McpcheckError("subject", setup.absent);
        await mustReachServer(host, stop);
        for await (const judged of judgeAll(setup, began, stop)) {
          if (setup.keepTrace !== undefined) keep(kept, judged);
          const scenario = `${judged.suite.id}/${judged.hostCase.id}`;
          clientSide.add(judged.trace, scenario);
          timelines.add(judged.trace, scenario, judged.outcome.kind === "violated");
          for (const event of eventsOf(setup, judged)) if (event.type !== "finding" || setup.onlyAsClient !== true) yield event;
          if (setup.bail && judged.outcome.kind === "violated" && judged.hostCase.ring === "must") break;
        }
        const opened =
          setup.byAdapter === true
            ? openedText(
                setup.suites.flatMap(({ cases }) => cases),
                host.capabilities,
              )
            : undefined;
        if (opened !== undefined) yield { type: "notice", message: `${setup.id}: ${opened}` };
      } catch (caught) {
        error = stop.aborted ? null : blame(caught);
      }
      for (const { finding, wire } of clientSide.findings())
        yield { type: "finding", subjectId: setup.id, finding, wire, repro: reproLine(setup.argv, finding) };
      setup.keepTrace?.({ subject: host.subject, events: kept });
      const connections = timelines.connections();
      if (connections.length > 0) yield { type: "subject.timeline", subjectId: setup.id, connections };
      yield { type: "subject.finished", subjectId: setup.id, error, ms: clock.now() - began };
    },
  };
}

function profilesOf({ suites }: HostJobSetup): string[] {
  return [...new Set(suites.flatMap(({ cases }) => cases.map(profileOf)))].toSorted();
}

/** What stands where other subjects have the revision: the profile a case is about. */
const profileOf = ({ profile }: HostCase): string => profile ?? "any";

/** @throws McpcheckError `subject` for a host that brings no tool call to its server, or, without servers, gives no answer: nothing it does could be judged */
async function mustReachServer(host: HostUnderTest, stop: AbortSignal): Promise<void> {
  const usesServers = (["stdio", "http", "sse"] as const).some((one) => host.capabilities.has(one));
  const trace = await runCase(host, usesServers ? control : withoutServers, stop);
  if (callsTo(trace, "s", "echo").length > 0 || stop.aborted) return;
  if (!usesServers && trace.some((event) => event.kind === "answered" && (event.status ?? 500) < 400)) return;
  const said = trace.find((event) => event.kind === "answered");
  const output = trace.find((event) => event.kind === "host-end")?.output ?? "";
  throw new McpcheckError(
    "subject",
    `${usesServers ? "asked to call a tool, the host called none" : "asked for an answer, the host gave none"}: ${said === undefined ? "no answer" : (said.failed ?? (said.said || said.text || `status ${said.status ?? said.exit}`)).slice(0, 300)}`,
    { stderrTail: output.slice(-2000) },
  );
}

function* eventsOf(setup: HostJobSetup, { suite, hostCase, trace, outcome, ms }: Judged): Generator<SubjectEvent> {
  const scenario = `${suite.id}/${hostCase.id}`;
  yield {
    type: "scenario.finished",
    subjectId: setup.id,
    revision: profileOf(hostCase),
    scenario,
    skipped: outcome.kind === "not-applicable" ? outcome.reason : null,
    ms,
  };
  const level = levelOf(hostCase);
  const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence : [];
  const finding: Finding = {
    check: hostCase.id,
    title: hostCase.title,
    level,
    revision: profileOf(hostCase),
    verdict: verdictOf(level, outcome),
    message:
      outcome.kind === "violated"
        ? outcome.message
        : outcome.kind === "satisfied"
          ? `seen in ${evidence.length} events`
          : outcome.reason,
    spec: `${hostBehaviours}#${suite.id}`,
    advice: hostCase.advice ?? suite.advice,
    scenario,
    evidence,
    promised: outcome.kind === "inconclusive",
  };
  yield {
    type: "finding",
    subjectId: setup.id,
    finding,
    wire: finding.verdict === "pass" ? [] : excerpts(trace, evidence),
    repro: reproLine(setup.argv, finding),
  };
}

const excerptLimit = 2048;
const mostExcerpts = 8;

function excerpts(trace: HostTrace, evidence: readonly number[]): WireExcerpt[] {
  return trace
    .filter(({ seq, kind }) => evidence.includes(seq) || kind === "asked")
    .slice(0, mostExcerpts)
    .map((event) => {
      const whole = textOf(event);
      return {
        seq: event.seq,
        at: event.at,
        direction: directionOf(event),
        kind: "frame",
        text: whole.slice(0, excerptLimit),
        ...(whole.length > excerptLimit ? { cut: true } : {}),
        evidence: evidence.includes(event.seq),
      };
    });
}

/** What the host did is received, what it was given is sent. */
function directionOf({ kind }: HostEvent): WireExcerpt["direction"] {
  if (kind === "server-received" || kind === "server-http" || kind === "model-asked" || kind === "answered") return "received";
  return kind === "server-sent" || kind === "asked" ? "sent" : "harness";
}

function textOf(event: HostEvent): string {
  const { seq: _seq, at: _at, ...rest } = event;
  return event.kind === "server-received" || event.kind === "server-sent"
    ? `${event.server}: ${event.text}`
    : JSON.stringify(rest);
}

/** Keeps a case in the trace of the run: a step that names it, and each event as a frame, numbered on. */
function keep(kept: WireEvent[], { suite, hostCase, trace }: Judged): void {
  const before = kept.length + 1;
  if (trace.length === 0) return;
  kept.push({ seq: before, at: 0, connection: 0, kind: "step", scenario: `${suite.id}/${hostCase.id}`, verb: "case" });
  for (const event of trace) {
    const text = JSON.stringify(event);
    kept.push({
      seq: before + event.seq,
      at: event.at,
      connection: 0,
      kind: "frame",
      direction: directionOf(event) === "sent" ? "sent" : "received",
      text,
      bytes: Buffer.byteLength(text),
      terminator: "\n",
    });
  }
}
