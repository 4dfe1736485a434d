import type { Call } from "../../trace/call.ts";
import { errorCodeOf } from "../../trace/facts/tool-call.ts";

/** What is wrong where a call has to be answered with an error of one of these codes, of which messages name the first. */
export function errorDefect(call: Call, ...codes: readonly [number, ...number[]]): string | undefined {
  const code = errorCodeOf(call);
  if (codes.some((one) => one === code)) return undefined;
  const answer = code === undefined ? "a result" : `error ${JSON.stringify(code)}`;
  return `answered with ${answer}, expected error ${codes[0]}`;
}
