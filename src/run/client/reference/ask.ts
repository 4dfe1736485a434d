import { type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import type { RequestOptions } from "../../../session/client-session.ts";
import { inputResponses } from "../../../session/input-responses.ts";
import { eraOf } from "../../../spec/revision.ts";
import { answersOf, connect } from "./connection.ts";
import { hasFault, openedIn, type ReferenceState, resultOf, Unsupported } from "./reference-state.ts";

/** Most rounds of input a server may ask for: one that asks without end is left. */
const mostRounds = 10;

/** How one request is made; times in ms. */
export type AskOptions = {
  readonly timeoutMs?: number | undefined;
  readonly cancelAfterMs?: number | undefined;
  readonly inputSchema?: Json | undefined;
};

/** A request, sent again with what the server asks for as long as it asks for input. */
export async function ask(
  state: ReferenceState,
  method: string,
  params: JsonObject | undefined,
  options: AskOptions = {},
): Promise<Json> {
  const { setup } = state;
  const session = openedIn(state);
  const key = JSON.stringify([method, params]);
  const kept = state.kept.get(key);
  if (kept !== undefined) return kept;
  let more: JsonObject = {};
  let lastId: Json = null;
  for (let round = 0; round < mostRounds; round += 1) {
    const full = params === undefined && round === 0 ? undefined : { ...params, ...more };
    const again = round > 0 && hasFault(state, "retries-under-old-id") ? { id: lastId } : {};
    const pending = session.begin(method, full, { ...requestOptions(options), ...again });
    lastId = pending.id;
    state.lastId = lastId;
    if (options.cancelAfterMs !== undefined) setup.clock.setTimeout(options.cancelAfterMs, pending.giveUp);
    const answer = await pending.answer;
    if (hasFault(state, "fetches-what-is-named") && answer.kind === "result") await fetchNamed(answer.frame.result);
    if (state.expired && eraOf(session.revision()) === "stateful" && setup.faults?.has("keeps-expired-session") !== true) {
      await session.transport.close("drop");
      await connect(state);
      return await ask(state, method, params, options);
    }
    const result = resultOf(answer);
    const responses = eraOf(session.revision()) === "stateless" ? inputResponses(result, answersOf(state)) : undefined;
    if (responses === undefined) {
      if (hasFault(state, "keeps-every-result") && method !== "tools/call") state.kept.set(key, result);
      return known(state, result, method);
    }
    more = responses;
  }
  throw new Error(`the server asked for input more than ${mostRounds} times`);
}

/** What exists in the stateful revisions alone. */
export async function statefulOnly(
  state: ReferenceState,
  method: string,
  params: JsonObject | undefined,
  options: AskOptions = {},
): Promise<Json> {
  if (eraOf(openedIn(state).revision()) === "stateless") throw new Unsupported();
  return await ask(state, method, params, options);
}

/** Fetches every address in a value. */
async function fetchNamed(value: unknown): Promise<void> {
  const urls = JSON.stringify(value).match(/http:\/\/127\.0\.0\.1:\d+\/[\w.]+/g) ?? [];
  for (const url of urls) await fetch(url).then((response) => response.text());
}

/** A result of a type this client knows for the method; one without a type is complete (2026-07-28 basic/index#resulttype). */
function known(state: ReferenceState, result: Json, method: string): Json {
  const type = valueAt(result, "resultType");
  const isStateless = eraOf(openedIn(state).revision()) === "stateless";
  const isTask = type === "task" && method === "tools/call";
  const isKnown = type === undefined || type === "complete" || isTask || hasFault(state, "takes-any-result");
  if (isStateless && !isKnown) throw new Error(`a result of the unknown type ${JSON.stringify(type)}`);
  return result;
}

function requestOptions({ timeoutMs, inputSchema }: AskOptions): RequestOptions {
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
  };
}
