import { commandDriver, type CommandSetup } from "../driver/command-driver.ts";
import type { ClientDriver } from "../driver/client-driver.ts";
import type { ProbeScenario } from "../offers.ts";
import type { ClientSuite } from "../scenario/client-suite.ts";
import { type ConformanceSuite, loadConformanceSuites } from "./conformance-suite.ts";

/** The suite of every scenario here, in names and selections. */
const suiteId = "conformance";

/** A fixture does what its scenario's name says to it; of steps it is told only these. */
const steps: ClientSuite["scenarios"][number]["steps"] = [{ do: "connect" }, { do: "close" }];

/** The scenarios of the official conformance tool that are played, as a suite for clients. They promise nothing: fixtures do not report. */
export function conformanceSuites(suites: readonly ConformanceSuite[] = loadConformanceSuites()): ClientSuite[] {
  const scenarios = suites
    .flatMap((suite) => suite.scenarios)
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ name, title, revisions, server, needs }) => ({
      id: name,
      title,
      since: revisions[0],
      until: revisions.at(-1),
      transports: ["http" as const],
      ...(server === undefined ? {} : { server }),
      ...(needs === undefined ? {} : { needs }),
      steps,
      exercises: [],
    }));
  return [{ id: suiteId, title: "The scenarios of the official conformance tool", subject: "client", scenarios }];
}

/** How it is found out what a fixture speaks: by the one scenario that all of them know in both eras. */
export function conformanceProbe(suites: readonly ClientSuite[] = conformanceSuites()): ProbeScenario {
  const [scenario] = suites.flatMap((suite) => suite.scenarios).filter(({ id }) => id === "tools_call");
  return { name: `${suiteId}.tools_call`, scenario: scenario ?? { steps } };
}

/**
 * Starts a fixture client of the official conformance tool, unmodified: its scenario, the revision and the context are told in that
 * tool's variables, and the URL comes last.
 */
export function conformanceDriver(
  setup: CommandSetup,
  suites: readonly ConformanceSuite[] = loadConformanceSuites(),
): ClientDriver {
  const known = suites.flatMap((suite) => suite.scenarios);
  return commandDriver({
    ...setup,
    variables({ scenario, revision, context: handed }) {
      const name = scenario.slice(suiteId.length + 1);
      const context = { ...known.find((one) => one.name === name)?.context, ...handed };
      return {
        MCP_CONFORMANCE_SCENARIO: name,
        MCP_CONFORMANCE_PROTOCOL_VERSION: revision,
        ...(Object.keys(context).length === 0 ? {} : { MCP_CONFORMANCE_CONTEXT: JSON.stringify({ name, ...context }) }),
      };
    },
  });
}
