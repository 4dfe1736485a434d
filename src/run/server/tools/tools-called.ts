import { counted } from "../../../base/counted.ts";
import { asObject } from "../../../jsonrpc/json.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { calls } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";
import { isReadOnly } from "../tool-choice.ts";

/** Most tools that are named. */
const named = 5;

/**
 * How many of its tools a server was seen at work with, and why not with the others; undefined where every one was called, or none
 * is listed. Who reads "conforms" should know what it rests on.
 */
export function toolsCalledNotice(trace: Trace, allowWrites: boolean): string | undefined {
  const tools = new Map(
    listed(trace, "tools").flatMap(({ item }) => (typeof item["name"] === "string" ? [[item["name"], item] as const] : [])),
  );
  const called = new Set(calls(trace, "tools/call").map(({ request }) => asObject(request.frame.params)["name"]));
  const left = [...tools.keys()].filter((name) => !called.has(name));
  if (left.length === 0) return undefined;
  const writing = left.filter((name) => !isReadOnly(tools.get(name) ?? {}));
  const seen = `tools called: ${tools.size - left.length} of ${tools.size}`;
  if (writing.length === 0 || allowWrites)
    return `${seen}; ${list(left)} left out: a run calls some tools only, and those it can derive arguments for (--hints names others)`;
  return `${seen}; ${list(writing)} ${writing.length === 1 ? "is" : "are"} not annotated readOnlyHint: true, and called with --allow-writes only`;
}

function list(names: readonly string[]): string {
  const rest = names.length - named;
  return [...names.slice(0, named), ...(rest > 0 ? [counted(rest, "other")] : [])].join(", ");
}
