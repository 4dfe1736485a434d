import { parseFrame } from "../../../jsonrpc/frame.ts";
import { isObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { monotonicMs } from "../scenario-record.ts";
import type { DriverSetting } from "./client-driver.ts";

/** Most lines of a driver that are no reports and are kept. */
const mostNoise = 3;

/** The lines of a driver's standard output, as they come. */
export type StepReports = {
  readonly take: (line: string) => void;
  /** The driver has ended. */
  readonly end: () => void;
};

/**
 * Reads step reports. They are noted when the driver has ended and all that look like one are one: a driver that reports nonsense is
 * believed in nothing, its nonsense is named, and the wire alone is judged. Any other line is kept as what it is, and harmless.
 */
export function stepReports({ record, connection, steps, scenario, remark }: DriverSetting): StepReports {
  const reports: { readonly at: number; readonly step: number; readonly value: JsonObject }[] = [];
  let noise = 0;
  let nonsense: string | undefined;
  return {
    take(line) {
      if (line.trim() === "") return;
      const read = readReport(line, steps.length);
      const twice = "step" in read && reports.some(({ step }) => step === read.step);
      if ("step" in read && !twice) return void reports.push({ at: monotonicMs(), ...read });
      if (noise++ < mostNoise) record.note({ kind: "stderr", connection, text: `(standard output) ${line.slice(0, 500)}\n` });
      const wrong = "step" in read ? `step ${read.step} was reported before` : read.wrong;
      if (wrong !== undefined) nonsense ??= `${line.slice(0, 200)}: ${wrong}`;
    },
    end() {
      if (nonsense === undefined)
        for (const { at, step, value } of reports) record.note({ kind: "report", connection, step, value }, at);
      else remark(`what the driver reports in ${scenario} is not believed, and the wire alone is judged: ${nonsense}`);
    },
  };
}

/** A line as a report; or what is wrong with it, where it was meant as one. */
function readReport(
  line: string,
  steps: number,
): { readonly step: number; readonly value: JsonObject } | { readonly wrong: string | undefined } {
  const frame = parseFrame(line);
  const value = "value" in frame ? frame.value : undefined;
  if (value === undefined) return { wrong: /^\s*\{\s*"step"/.test(line) ? "it is no JSON" : undefined };
  if (!isObject(value) || !("step" in value)) return { wrong: undefined };
  const { step } = value;
  if (typeof step !== "number" || !Number.isInteger(step) || step < 0 || step >= steps)
    return { wrong: `"step" is the index of a step, from 0 to ${steps - 1}` };
  if (typeof value["ok"] !== "boolean" && value["unsupported"] !== true)
    return { wrong: `"ok" is true or false, or "unsupported" is true` };
  return { step, value };
}
