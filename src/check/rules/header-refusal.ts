import { headerMismatch } from "../../jsonrpc/error-codes.ts";
import { errorCodeOf, type Responded, responded } from "../../trace/facts/http-facts.ts";
import { exchangesTagged } from "../../trace/step.ts";
import type { Trace } from "../../trace/trace.ts";
import { type Exhibit, notApplicable, type Outcome, overall } from "../outcome.ts";
import { statusAnyway } from "./status-anyway.ts";

/** An error code as a finding shows it; "none" where the answer was not an error. */
export const codeText = (value: unknown): string => (value === undefined ? "none" : JSON.stringify(value));

/** Whether every request with this tag was refused with 400 and one of these codes; not applicable where plain ones are refused alike. */
export function mismatch(trace: Trace, tag: string, codes: readonly number[] = [headerMismatch]): Outcome {
  const sent = responded(exchangesTagged(trace, tag));
  const telling = sent.filter((exchange) => !statusAnyway(trace, exchange));
  if (sent.length > 0 && telling.length === 0)
    return notApplicable("the method is refused with the same status whatever the headers");
  return overall(
    telling.map((exchange): Exhibit => ({
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
