import { suggestion } from "../../../base/nearest.ts";
import { isArray, type Json, valueAt } from "../../../jsonrpc/json.ts";
import type { ClientSession } from "../../../session/client-session.ts";
import type { Hints } from "../hints.ts";
import type { Spoken } from "../negotiate.ts";

/** Most pages of a list that are asked for here: a list that never ends is another matter. */
const maxPages = 50;

/**
 * What is wrong with the hints, in one line: the first that names a tool the server lists in no revision it is judged by.
 * Undefined where all are there, and where a list could not be had, so that nobody knows.
 */
export async function hintDefect(hints: Hints, spoken: readonly Spoken[]): Promise<string | undefined> {
  const wanted = Object.entries(hints);
  if (wanted.length === 0) return undefined;
  const lists = await Promise.all(spoken.map(async ({ main }) => await toolNames(main.session)));
  if (lists.includes(undefined)) return undefined;
  const names = [...new Set(lists.flatMap((list) => list ?? []))];
  const stray = wanted.find(([, hint]) => !names.includes(hint.tool));
  if (stray === undefined) return undefined;
  const [role, { tool }] = stray;
  return `--hints: the role "${role}" names the tool "${tool}", which the server does not list${suggestion(tool, names)}`;
}

/** The names of all tools; undefined where a page was refused or did not come. */
async function toolNames(session: ClientSession): Promise<string[] | undefined> {
  const names: string[] = [];
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await session.request("tools/list", cursor === undefined ? {} : { cursor });
    if (answer.kind !== "result") return undefined;
    const tools = valueAt(answer.frame.result, "tools");
    if (!isArray(tools)) return undefined;
    names.push(...tools.map((tool) => valueAt(tool, "name")).filter((name) => typeof name === "string"));
    cursor = valueAt(answer.frame.result, "nextCursor");
    if (cursor === undefined) return names;
  }
  return undefined;
}
