import { systemClock } from "../../base/time/clock.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { modelChecks } from "../../check/model/model-checks.ts";
import { checks as registry } from "../../check/registry.ts";
import { chooseChecks } from "../../cli/choose-checks.ts";
import { demandedBy, failing, withDemanded } from "../../cli/server/provider-checks.ts";
import { version } from "../../cli/version.ts";
import type { Report } from "../../report/report.ts";
import { loadAttributions } from "../../run/attribution/load-attributions.ts";
import { keptPromises } from "../../run/client/scenario/kept-promises.ts";
import { clientPromises, loadClientSuites } from "../../run/client/scenario/load.ts";
import { startJudging } from "../../run/judging/judging-thread.ts";
import { modelTraceJob } from "../../run/model/model-trace-job.ts";
import { runSubjects, withoutBaseline } from "../../run/run-subjects.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";
import { traceJob } from "../../run/trace-job.ts";
import { parseTrace } from "../../trace/ndjson.ts";
import { revisionsIn, type Trace } from "../../trace/trace.ts";
import { hold, holdOptions } from "../given/given.ts";
import { textOrTrace } from "../given/kept.ts";
import * as rules from "../given/rules.ts";
import { judgedReport } from "./judged-report.ts";

/** How a trace is judged. */
export type JudgeTraceOptions = {
  /** Only these checks, as a glob (`tools.*`), those judged on request among them. */
  readonly check?: string;
  /** Providers of models that have to take the tools of a recorded server: what one refuses fails, what it leaves out is a warning. */
  readonly providers?: readonly string[];
  /** Warnings count as failures, in `exitCode`. */
  readonly strict?: boolean;
  /** What messages call the trace: its file, for one. */
  readonly name?: string;
};

const judgeTraceRules = { check: rules.text, providers: rules.texts, strict: rules.yesOrNo, name: rules.text };

/**
 * Judges a recorded trace, offline: the text of a file that `--trace` wrote (NDJSON), or what `onTrace` handed over. The verdicts are
 * those of the run that recorded it.
 * @throws McpcheckError `usage` with the line of a text that is no trace, `subject` for a trace in which nobody answers
 */
export async function judgeTrace(given: string | Trace, options: JudgeTraceOptions = {}): Promise<Report> {
  hold(given, textOrTrace, "trace");
  holdOptions(options, judgeTraceRules, "options");
  const { name = "trace", check, strict = false } = options;
  const trace = typeof given === "string" ? parseTrace(given, name) : given;
  const argv = ["mcpcheck", "judge", name];
  const demanded = demandedBy(options);
  if (demanded.length > 0 && trace.subject.kind !== "server")
    throw new McpcheckError(
      "usage",
      `providers: they are about the tools of a server, and ${name} is a trace of a ${trace.subject.kind}`,
    );
  const job =
    trace.subject.kind === "model"
      ? modelTraceJob(name, trace, chooseChecks(check, modelChecks), argv)
      : traceJob({
          id: name,
          trace,
          checks: withDemanded(chooseChecks(check, registry), demanded),
          promises:
            trace.subject.kind === "client" ? keptPromises(clientPromises(loadClientSuites()), trace) : loadSuites().promises,
          attributions: loadAttributions(),
          argv,
          startJudging,
        });
  return await judgedReport(
    runSubjects({
      started: {
        startedAt: new Date().toISOString(),
        tool: { name: "mcpcheck", version: version() },
        argv,
        subject: trace.subject,
        revisions: revisionsIn(trace),
        seed: 0,
        strict,
      },
      jobs: failing([job], demanded),
      baseline: withoutBaseline,
      clock: systemClock,
      workers: 1,
      interrupted: new AbortController().signal,
    }),
  );
}
