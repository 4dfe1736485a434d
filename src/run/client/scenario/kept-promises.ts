import type { Promises } from "../../../check/judge.ts";
import { asObject } from "../../../jsonrpc/json.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";

/**
 * The promises of the scenarios in which the driver said of every step that it did it, well or not. A driver need not report, and may
 * leave out what it does not know: then a check that saw nothing is untested, and that counts against nobody.
 */
export function keptPromises(promises: Promises, trace: Trace): Promises {
  const broken = new Set(
    eventsOf(trace, "told").flatMap(({ connection, scenario, steps }) => {
      const reports = eventsOf(trace, "report").filter((report) => report.connection === connection);
      const isDone = (index: number): boolean =>
        reports.some(({ step, value }) => step === index && value["unsupported"] !== true);
      return steps.every((step, index) => asObject(step)["do"] === undefined || isDone(index)) ? [] : [scenario];
    }),
  );
  return new Map([...promises].map(([check, scenarios]) => [check, scenarios.filter((scenario) => !broken.has(scenario))]));
}
