import { isArray, isObject, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { headerFault } from "../../../host/tools/header-parameters.ts";
import { eraOf } from "../../../spec/revision.ts";
import { ask } from "./ask.ts";
import { hasFault, type ReferenceState, Refused } from "./reference-state.ts";

/** Most pages of a list: a server that lists without end is left. */
const mostPages = 100;

/** The tools that can be called; over HTTP those whose headers can be sent. */
export async function listTools(state: ReferenceState): Promise<readonly Json[]> {
  const tools = await listAll(state, "tools/list", "tools");
  state.tools = new Map(tools.filter(isObject).map((tool) => [tool["name"], tool]));
  return isHttp(state) && !hasFault(state, "keeps-bad-headers") ? tools.filter(hasSoundHeaders) : tools;
}

const hasSoundHeaders = (tool: Json): boolean => headerFault(valueAt(tool, "inputSchema") ?? {}) === undefined;

const isHttp = ({ session }: ReferenceState): boolean =>
  session?.transport.kind === "http" && eraOf(session.revision()) === "stateless";

/** All items of a list, page by page. */
export async function listAll(state: ReferenceState, method: string, member: string): Promise<readonly Json[]> {
  const found: Json[] = [];
  let cursor = hasFault(state, "keeps-cursors") ? state.cursors.get(method) : undefined;
  let begunAgain = false;
  for (let page = 0; page < mostPages; page += 1) {
    let result: Json;
    try {
      result = await ask(state, method, cursor === undefined ? undefined : { cursor });
    } catch (error) {
      if (!(error instanceof Refused) || cursor === undefined || begunAgain) throw error;
      // A cursor that is refused is of no use, nor are the pages before it.
      begunAgain = true;
      cursor = undefined;
      found.length = 0;
      continue;
    }
    const items = valueAt(result, member);
    if (isArray(items)) found.push(...items);
    const next = valueAt(result, "nextCursor");
    const isEnd = typeof next !== "string" || (next === "" && hasFault(state, "stops-at-empty-cursor"));
    if (isEnd && cursor !== undefined && hasFault(state, "asks-last-page-again")) await ask(state, method, { cursor });
    if (isEnd || (next === cursor && !hasFault(state, "walks-in-circles"))) return found;
    cursor = next;
    state.cursors.set(method, next);
  }
  return found;
}
