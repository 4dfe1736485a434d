import type { Clock } from "../../../base/time/clock.ts";
import { pause } from "../../../base/time/clock-waits.ts";
import { asObject, isArray, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { followStreams } from "../../../host/sessions/follow-streams.ts";
import { noticing404 } from "../../../host/sessions/noticing-404.ts";
import { headerFault } from "../../../host/tools/header-parameters.ts";
import { fullCapabilities } from "../../../session/client-identity.ts";
import type { ClientAnswers } from "../../../session/client-role.ts";
import type { Answer, ClientSession, RequestOptions } from "../../../session/client-session.ts";
import { createClientSession } from "../../../session/create-client-session.ts";
import { inputResponses } from "../../../session/input-responses.ts";
import { eraOf, isRevision, type Revision } from "../../../spec/revision.ts";
import { headerMismatch } from "../../../jsonrpc/error-codes.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { ClientTransport, HttpClientTransport } from "../../../transport/client-transport.ts";
import type { DoStep, DriverStep } from "../scenario/driver-step.ts";
import type { ClientFault } from "./client-fault.ts";
import { resultDefect } from "./sound-result.ts";
import { mustBeTask, seeThrough, takesTasks, type TaskCaller } from "./task-run.ts";
import { namedRoots, type Roots, rootsTold, toldAnswers } from "./told-answers.ts";

/** What the reference client is made from. */
export type ReferenceSetup = {
  /** Opens a connection to the server. */
  readonly open: () => ClientTransport;
  /** The newest revision the server speaks: the client offers the newest of that era. */
  readonly revision: Revision;
  readonly steps: readonly DriverStep[];
  readonly clock: Clock;
  /** Milliseconds one exchange may take. */
  readonly timeoutMs: number;
  readonly version: string;
  readonly faults?: ReadonlySet<ClientFault>;
  /** Why it got no token, where it tried to. */
  readonly unauthorized?: () => string | undefined;
  /** It makes no more calls after the one that says this text. */
  readonly stopsAfter?: string;
  /** Told of each step that was done: what came of it, under the index of the step. */
  readonly report: (step: number, value: JsonObject) => void;
};

/** Most rounds of input a server may ask for, and pages it may list: one that asks without end is left. */
const mostRounds = 10;
const mostPages = 100;

/** A client of our own, on our own session: does the steps of a scenario in order, and reports on each. */
export async function playReference(setup: ReferenceSetup): Promise<void> {
  const state: State = {
    setup,
    session: undefined,
    expired: false,
    tools: new Map(),
    calls: 0,
    stopped: false,
    roots: rootsTold(setup.steps),
    cursors: new Map(),
    kept: new Map(),
    opening: null,
    lastId: null,
  };
  try {
    for (const [index, step] of setup.steps.entries()) {
      if ("answer" in step) continue;
      setup.report(index, { step: index, ...(await outcomeOf(state, step)) });
    }
  } finally {
    await leave(state);
  }
}

type State = {
  readonly setup: ReferenceSetup;
  session: ClientSession | undefined;
  /** Whether the server has forgotten the session: a 404 says so (basic/transports#session-management). */
  expired: boolean;
  /** The definitions of tools that were listed, by name: headers follow from their schemas. */
  tools: ReadonlyMap<Json | undefined, JsonObject>;
  /** How many tools were called. */
  calls: number;
  /** Whether it makes no more calls. */
  stopped: boolean;
  /** The roots the user has chosen. */
  roots: Roots;
  /** The last cursor of each list. */
  readonly cursors: Map<string, Json>;
  /** Results by request, where it keeps them. */
  readonly kept: Map<string, Json>;
  /** What the server said of itself when the connection was opened. */
  opening: Json;
  /** The id of the request that was sent last. */
  lastId: Json;
};

async function outcomeOf(state: State, step: DoStep): Promise<JsonObject> {
  try {
    return { ok: true, result: await perform(state, step) };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: true };
    if (error instanceof Refused) return { ok: false, error: error.error };
    const message = state.setup.unauthorized?.() ?? (error instanceof Error ? error.message : String(error));
    return { ok: false, error: { code: null, message } };
  }
}

class Unsupported extends Error {}

class Refused extends Error {
  readonly error: Json;
  constructor(error: Json) {
    super("refused");
    this.error = error;
  }
}

async function perform(state: State, step: DoStep): Promise<Json> {
  switch (step.do) {
    case "connect":
      return await connect(state);
    case "list-tools":
      return { tools: await listTools(state) };
    case "list-resources":
      return { resources: await listAll(state, "resources/list", "resources") };
    case "list-resource-templates":
      return { resourceTemplates: await listAll(state, "resources/templates/list", "resourceTemplates") };
    case "list-prompts":
      return { prompts: await listAll(state, "prompts/list", "prompts") };
    case "call-tool":
      state.calls += 1;
      if (state.stopped || (state.calls > 2 && hasFault(state, "stops-after-two-calls")))
        throw new Error("this client makes no more calls");
      state.stopped = state.setup.stopsAfter !== undefined && step.arguments?.["text"] === state.setup.stopsAfter;
      return asReported(state, await callTool(state, step));
    case "read-resource":
      return await ask(state, "resources/read", { uri: step.uri });
    case "get-prompt":
      return await ask(state, "prompts/get", {
        name: step.name,
        ...(step.arguments === undefined ? {} : { arguments: step.arguments }),
      });
    case "complete":
      return await ask(state, "completion/complete", { ref: step.ref, argument: step.argument });
    case "subscribe":
    case "unsubscribe":
      return await statefulOnly(state, `resources/${step.do}`, { uri: step.uri });
    case "set-log-level":
      return await statefulOnly(state, "logging/setLevel", { level: step.level });
    case "ping":
      return await statefulOnly(state, "ping", undefined, step);
    case "listen":
      for (let more = 3; more > 0 && hasFault(state, "lists-while-idle"); more -= 1) await listTools(state);
      await pause(state.setup.clock, step.ms);
      return {};
    case "set-roots":
      state.roots = namedRoots(step.roots);
      if (eraOf(openedIn(state).revision()) === "stateful") await openedIn(state).notify("notifications/roots/list_changed");
      return {};
    case "close":
      await leave(state);
      return {};
  }
}

async function connect(state: State): Promise<Json> {
  const { setup } = state;
  state.expired = false;
  const transport = noticing404(setup.open(), () => (state.expired = true));
  const clock = hasFault(state, "resumes-at-once") ? { ...setup.clock, setTimeout: hasty(setup.clock) } : setup.clock;
  const resumes = (): boolean => eraOf(session.revision()) === "stateful" && !hasFault(state, "never-resumes");
  const client = answersOf(state);
  const session = createClientSession({
    transport,
    recorder: createRecorder({ kind: "client", transport: "memory" }, setup.clock.now),
    clock: setup.clock,
    identity: { name: "mcpcheck-reference-client", version: setup.version },
    client,
    timeoutMs: setup.timeoutMs,
    ...(transport.kind === "http" ? { follow: followStreams(transport as HttpClientTransport, clock, resumes) } : {}),
  });
  state.session = session;
  if (setup.faults !== undefined) misbehave(session, setup.faults);
  if (eraOf(setup.revision) === "stateless") {
    session.speak(setup.revision);
    return (state.opening = resultOf(await session.request("server/discover")));
  }
  const answer = await session.initialize("2025-11-25", { initialized: false });
  // What was not opened is left: no step goes on with it.
  if (answer.kind !== "result") await leave(state);
  const result = (state.opening = resultOf(answer));
  const goesOn = setup.faults?.has("goes-on-with-unknown-version") === true;
  if (!isRevision(valueAt(result, "protocolVersion")) && !goesOn) {
    await leave(state);
    throw new Error(`the server speaks ${JSON.stringify(valueAt(result, "protocolVersion"))}, which this client does not know`);
  }
  await session.notify("notifications/initialized");
  if (transport.kind === "http") (transport as HttpClientTransport).openStream();
  return result;
}

/** A clock on which nothing is waited for. */
const hasty =
  (clock: Clock): Clock["setTimeout"] =>
  (_ms, fn) =>
    clock.setTimeout(0, fn);

/** What the client can do, and says it can: everything, and its answers are those it was told. */
function answersOf(state: State): ClientAnswers {
  const { revision, steps } = state.setup;
  const isStateless = eraOf(revision) === "stateless";
  const capabilities = isStateless ? { ...fullCapabilities(revision), ...takesTasks } : fullCapabilities("2025-11-25");
  return {
    capabilities,
    get roots() {
      return state.roots;
    },
    instead: toldAnswers(steps),
  };
}

async function listTools(state: State): Promise<readonly Json[]> {
  const tools = await listAll(state, "tools/list", "tools");
  state.tools = new Map(tools.filter(isObject).map((tool) => [tool["name"], tool]));
  return isHttp(state) && !hasFault(state, "keeps-bad-headers") ? tools.filter(hasSoundHeaders) : tools;
}

/** Calls a tool; after an error about headers once more, with those its definition asks for by now. */
async function callTool(state: State, step: Extract<DoStep, { do: "call-tool" }>): Promise<Json> {
  const call = async (): Promise<Json> => {
    const tool = state.tools.get(step.name);
    const task = mustBeTask(state.opening, tool) ? { task: { ttl: taskLifeMs } } : {};
    const params = { name: step.name, arguments: step.arguments ?? {}, ...task };
    const began = state.setup.clock.now();
    const result = await ask(state, "tools/call", params, { ...step, inputSchema: tool?.["inputSchema"] });
    return await seeThrough(result, taskCaller(state, began + (step.cancelAfterMs ?? Infinity)));
  };
  const result = await call().catch(async (error: unknown) => {
    const mends = error instanceof Refused && valueAt(error.error, "code") === headerMismatch;
    if (!mends || hasFault(state, "never-lists-again")) throw error;
    await listTools(state);
    return await call();
  });
  const defect = resultDefect(result, state.tools.get(step.name));
  if (defect !== undefined) throw new Error(defect);
  return result;
}

/** How long what came of a task is to be kept, in ms. */
const taskLifeMs = 60_000;

/** What a task needs that came of the last request; its caller gives it up at a time of the clock. */
function taskCaller(state: State, givenUpAt: number): TaskCaller {
  const { clock } = state.setup;
  const requestId = state.lastId;
  return {
    ask: async (method, params) => await ask(state, method, params),
    pause: async (ms) => await pause(clock, ms),
    respond: (inputRequests) =>
      asObject(inputResponses({ resultType: "input_required", inputRequests }, answersOf(state))?.["inputResponses"]),
    isGivenUp: () => clock.now() >= givenUpAt,
    cancelRequest: async () => await openedIn(state).notify("notifications/cancelled", { requestId }),
    hasFault: (fault) => hasFault(state, fault),
  };
}

async function listAll(state: State, method: string, member: string): Promise<readonly Json[]> {
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

type AskOptions = {
  readonly timeoutMs?: number | undefined;
  readonly cancelAfterMs?: number | undefined;
  readonly inputSchema?: Json | undefined;
};

/** A request, sent again with what the server asks for as long as it asks for input. */
async function ask(state: State, method: string, params: JsonObject | undefined, options: AskOptions = {}): Promise<Json> {
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

/** Fetches every address in a value. */
async function fetchNamed(value: unknown): Promise<void> {
  const urls = JSON.stringify(value).match(/http:\/\/127\.0\.0\.1:\d+\/[\w.]+/g) ?? [];
  for (const url of urls) await fetch(url).then((response) => response.text());
}

const hasFault = ({ setup }: State, fault: ClientFault): boolean => setup.faults?.has(fault) === true;

const isHttp = ({ session }: State): boolean => session?.transport.kind === "http" && eraOf(session.revision()) === "stateless";

const hasSoundHeaders = (tool: Json): boolean => headerFault(valueAt(tool, "inputSchema") ?? {}) === undefined;

/** A result of a type this client knows for the method; one without a type is complete (2026-07-28 basic/index#resulttype). */
function known(state: State, result: Json, method: string): Json {
  const type = valueAt(result, "resultType");
  const isStateless = eraOf(openedIn(state).revision()) === "stateless";
  const isTask = type === "task" && method === "tools/call";
  const isKnown = type === undefined || type === "complete" || isTask || hasFault(state, "takes-any-result");
  if (isStateless && !isKnown) throw new Error(`a result of the unknown type ${JSON.stringify(type)}`);
  return result;
}

/** What the caller of a tool is told. */
function asReported(state: State, result: Json): Json {
  const { isError, structuredContent, ...rest } = asObject(result);
  return {
    ...rest,
    ...(isError === undefined || hasFault(state, "drops-failures") ? {} : { isError }),
    ...(structuredContent === undefined || hasFault(state, "drops-structure") ? {} : { structuredContent }),
  };
}

function misbehave(session: ClientSession, faults: ReadonlySet<ClientFault>): void {
  session.observe((frame) => {
    if (faults.has("answers-notifications") && frame.kind === "notification")
      session.sendRaw('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}');
    if (faults.has("answers-always") && frame.kind === "request")
      session.sendRaw(JSON.stringify({ jsonrpc: "2.0", id: frame.id, result: {} }));
  });
}

function requestOptions({ timeoutMs, inputSchema }: AskOptions): RequestOptions {
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
  };
}

/** What exists in the stateful revisions alone. */
async function statefulOnly(
  state: State,
  method: string,
  params: JsonObject | undefined,
  options: AskOptions = {},
): Promise<Json> {
  if (eraOf(openedIn(state).revision()) === "stateless") throw new Unsupported();
  return await ask(state, method, params, options);
}

function openedIn({ session }: State): ClientSession {
  if (session === undefined) throw new Error("not connected");
  return session;
}

function resultOf(answer: Answer): Json {
  if (answer.kind === "result") return answer.frame.result;
  if (answer.kind === "error") throw new Refused(asObject(answer.frame.value["error"]));
  throw new Error(answer.reason);
}

async function leave(state: State): Promise<void> {
  const { session } = state;
  state.session = undefined;
  const usual = session?.transport.kind === "http" ? "delete" : "eof";
  await session?.transport.close(state.setup.faults?.has("terminates-first") === true ? "term" : usual);
}
