import { stepOf } from "../../../trace/step-index.ts";
import type { ToolCall } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import { failsAnyway } from "../../rules/fails-anyway.ts";
import { canonical, textOrJson } from "../../rules/text-forms.ts";
import { fairCalls } from "./fair-calls.ts";

/** Whether a call was answered with an error, of the protocol or of the tool. */
export const wasRefused = (call: ToolCall): boolean => call.outcome === "error" || call.outcome === "is-error";

/** What a call was refused with, as text to compare; the name of the tool left out. */
export function refusalWords({ call, name, result }: ToolCall): string {
  const said = canonical(call.answer?.frame.kind === "error" ? call.answer.frame.error : result["content"]);
  return typeof name === "string" && name.length > 2 ? said.replaceAll(name, "…") : said;
}

/**
 * Whether a call is refused in the words in which some listed tool is refused when it is called with arguments that fit, as a
 * server does that cannot reach what is behind it: then nothing follows from what the call was about.
 */
export function refusedLikeFairCalls(trace: Trace): (call: ToolCall) => boolean {
  const fair = fairCalls(trace).filter(
    (call) => wasRefused(call) && stepOf(trace, call.call.request)?.tag !== "upstream-failure",
  );
  const words = new Set(fair.map(refusalWords));
  return (call) => wasRefused(call) && (words.has(refusalWords(call)) || failsAnyway(trace, call.call, () => false));
}

/** The same of one tool: it is refused in the same words whatever its arguments. */
export function refusedWhateverArguments(trace: Trace): (call: ToolCall) => boolean {
  const keyOf = (call: ToolCall): string => `${textOrJson(call.name)} ${refusalWords(call)}`;
  const anyway = new Set(fairCalls(trace).filter(wasRefused).map(keyOf));
  return (call) => anyway.has(keyOf(call));
}
