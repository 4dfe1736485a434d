import type { JsonObject } from "../../jsonrpc/json.ts";
import { listed } from "../../trace/facts/server-facts.ts";
import { revisionsIn, type Trace, traceOf } from "../../trace/trace.ts";
import { holdOptions } from "../given/given.ts";
import { judgeServerRules } from "./option-rules.ts";
import { judgeServer } from "./judge-server.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge-server-options.ts";

/** What is judged while the tools are listed: what any server that answers at all comes to a conclusion on. */
const meanwhile = "schema.*";

/**
 * The tools a server lists, all pages of them, sorted by their names (those without one are left out), as the newest of its revisions that is judged has them.
 * @throws McpcheckError as `judgeServer` does
 */
export async function listTools(target: ServerTarget, options: JudgeServerOptions = {}): Promise<readonly JsonObject[]> {
  holdOptions(options, judgeServerRules, "options");
  const traces: Trace[] = [];
  await judgeServer(target, { ...options, check: meanwhile, onTrace: (trace) => void traces.push(trace) });
  const found = new Map<string, JsonObject>();
  for (const trace of traces) {
    const newest = revisionsIn(trace).at(-1);
    if (newest === undefined) continue;
    for (const { item } of listed(traceOf(trace, newest), "tools")) {
      const name = item["name"];
      if (typeof name === "string") found.set(name, item);
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
}
