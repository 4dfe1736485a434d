import { headerMismatch } from "../../jsonrpc/error-codes.ts";
import { errorCodeOf, type Responded, responded } from "../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../trace/step.ts";
import type { Trace } from "../../trace/trace.ts";
import { type Exhibit, type Outcome, overall } from "../outcome.ts";

/** An error code as a finding shows it; "none" where the answer was not an error. */
export const codeText = (value: unknown): string => (value === undefined ? "none" : JSON.stringify(value));

/** Whether every request with this tag was refused with 400 and one of these codes. */
export function mismatch(trace: Trace, tag: string, codes: readonly number[] = [headerMismatch]): Outcome {
  return overall(
    responded(exchangesTagged(trace, tag)).map((exchange): Exhibit => ({
      ref: exchange.response,
      wrong: refusalDefect(trace, exchange, codes),
    })),
    "no such request was sent",
  );
}

function refusalDefect(trace: Trace, exchange: Responded, codes: readonly number[]): string | undefined {
  const { status } = exchange.response;
  const code = errorCodeOf(trace, exchange);
  if (status !== 400) return `status ${status} with error code ${codeText(code)}, expected 400 with ${codes.join(" or ")}`;
  return codes.some((wanted) => wanted === code)
    ? undefined
    : `400 with error code ${codeText(code)}, expected ${codes.join(" or ")}`;
}
