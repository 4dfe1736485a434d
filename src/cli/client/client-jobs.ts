import { globMatcher } from "../../base/glob/glob-matcher.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ClientDriver } from "../../run/client/driver/client-driver.ts";
import { clientJob } from "../../run/client/job.ts";
import type { ProbeScenario } from "../../run/client/offers.ts";
import type { OpenMock } from "../../run/client/mock/mock-at-work.ts";
import type { ClientSuite, ClientTransportName } from "../../run/client/scenario/client-suite.ts";
import { clientPromises, loadClientSuites } from "../../run/client/scenario/load.ts";
import type { RunError } from "../../run/run-event.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { budgetLimit } from "../budget-limit.ts";
import type { RunContext } from "../perform-run.ts";
import { usualSessions } from "../run-options.ts";
import type { ClientChoice } from "./client-options.ts";

/** A client to judge: how it is shown, and how it is driven. */
export type ClientUnderTest = {
  readonly name: string;
  readonly command: readonly string[];
  readonly driver: ClientDriver;
  /** How mock servers are opened over a transport; recorded at their own end when absent. */
  readonly open?: (transport: ClientTransportName) => OpenMock;
  readonly choice: ClientChoice;
  /** What is played to it, and by what it is found out what it speaks; our own scenarios when absent. */
  readonly played?: { readonly suites: readonly ClientSuite[]; readonly probe: ProbeScenario };
};

/** The jobs on a client, one for each transport it is met on. Not to come over one of several is no error, but for all of them. */
export function clientJobs({ name, command, driver, open, choice, played }: ClientUnderTest, context: RunContext): SubjectJob[] {
  const { options, secrets } = context;
  const suites = played?.suites ?? loadClientSuites();
  if (options.suite !== undefined && !matchesAny(suites, options.suite))
    throw new McpcheckError(
      "usage",
      `--suite: no suite for clients matches "${options.suite}" (mcpcheck list suites shows them)`,
    );
  const meeting = meetingPlace(choice.transports.length);
  return choice.transports.map((transport) => {
    const id = choice.transports.length === 1 ? name : `${name}, ${transport}`;
    const job = clientJob({
      id,
      subject: { kind: "client", transport, command: command.map((word) => secrets.hide(word)) },
      transport,
      driver,
      open: open?.(transport),
      wanted: options.wanted,
      probe: played?.probe,
      suites,
      checks: context.checks,
      promises: clientPromises(suites),
      selection: { suite: options.suite, check: options.check },
      cannot: choice.cannot,
      workers: options.workers ?? usualSessions(),
      bail: options.bail,
      timeoutMs: options.timeoutMs,
      argv: context.argv,
      secrets,
      keepTrace: options.trace === undefined ? undefined : context.keepTrace,
      ...meeting,
    });
    return { id: job.id, events: (stop) => job.events(budgetLimit(options, stop)) };
  });
}

/** Where the jobs on the transports of one client learn of each other: nobody came is an error, and the last one to know tells it. */
function meetingPlace(jobs: number) {
  let left = jobs;
  let came = false;
  const errors: RunError[] = [];
  return {
    reached(): void {
      left -= 1;
      came = true;
    },
    unreached(error: RunError): RunError | null {
      left -= 1;
      errors.push(error);
      if (left > 0 || came) return null;
      const message = errors.map((one) => one.message).join("; ");
      return { ...error, message, stderrTail: errors.map((one) => one.stderrTail).find((tail) => tail.trim() !== "") ?? "" };
    },
  };
}

function matchesAny(suites: readonly ClientSuite[], glob: string): boolean {
  const wants = globMatcher(glob);
  return suites.some(({ id, scenarios }) => wants(id) || scenarios.some((scenario) => wants(`${id}/${scenario.id}`)));
}
