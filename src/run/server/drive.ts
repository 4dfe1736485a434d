import { pauseUnless } from "../../base/time/clock-waits.ts";
import type { Revision } from "../../spec/revision.ts";
import type { ConnectStep, Scenario } from "../../suite/scenario.ts";
import type { Connection } from "./connection.ts";
import { openServerStream } from "./steps/connect.ts";
import type { Learning } from "./roles/learning.ts";
import { perform } from "./steps/perform.ts";
import { deviant, type SessionPlan, unopened } from "./plan.ts";
import { unmetRequirement } from "./requirements.ts";
import type { ServerRun } from "./server-run.ts";
import { reopen, type SessionState } from "./session-state.ts";
import type { Spoken } from "./negotiate.ts";
import { isOpened } from "./sessions/is-opened.ts";
import { longestEndMs, promptEndMs } from "../../trace/facts/prompt-end.ts";

/** What happens while a session runs, for whoever shows progress. */
export type ScenarioProgress = {
  readonly revision: Revision;
  readonly scenario: string;
  readonly skipped: string | null;
  readonly ms: number;
};

/** How often a session may be opened again after its server went away: a server that dies of everything is not asked for ever. */
const maxReopenings = 5;

/** How often a session may be opened in vain. */
const maxSilentOpenings = 2;

/** Why nothing was played on a connection nobody opened. */
const notOpened = "initialize was not answered on a connection of its own";

/** How a session is opened, also again, when its scenarios do not say. */
const openings: Readonly<Record<string, ConnectStep["connect"]>> = {
  bare: { capabilities: "none" },
  [unopened]: { handshake: "none" },
};

/**
 * Runs the scenarios of one session in order on one connection; `main` takes over the connection the negotiation left
 * open. A connection that ended is opened again for the next scenario, and so is one of
 * the deviant session on which nothing is answered any more. A scenario that may not begin, when its turn has come, is left to
 * another session. Whatever happens, the connection is closed.
 */
export async function driveSession(
  run: ServerRun,
  plan: SessionPlan,
  spoken: Spoken,
  learning: Learning,
  onScenario: (progress: ScenarioProgress) => void,
  mayBegin: (scenario: Scenario) => boolean = () => true,
): Promise<void> {
  const isFirst = plan.session === "main" && plan.again !== true && plan.beside !== true;
  const state: SessionState = {
    run,
    revision: plan.revision,
    name: plan.scenarios[0]?.session ?? plan.session,
    announced: spoken.announced,
    // A name that is looked up, or a request that is on its way, keeps a process for a while: what is looked at again is waited for longer.
    graceMs: plan.again === true ? longestEndMs : promptEndMs(spoken.startMs),
    again: plan.again === true,
    connection: isFirst ? spoken.main : undefined,
    surface: new Map(),
    inFlight: undefined,
    beginAgain: undefined,
    due: undefined,
    openCalls: new Set(),
    cancelledTasks: [],
    slowTools: new Set(),
    quickTools: new Set(),
    learning,
    home: spoken.main.number,
    deaf: false,
  };
  try {
    await playScenarios(state, plan, isFirst, onScenario, mayBegin);
  } finally {
    if (isFirst) learning.finish();
  }
  await leave(state, run.stop.aborted ? "drop" : "term");
}

const callsToLearn = ({ learns, steps }: Scenario): boolean => learns === true && steps.some((step) => "call" in step);

async function playScenarios(
  state: SessionState,
  plan: SessionPlan,
  isFirst: boolean,
  onScenario: (progress: ScenarioProgress) => void,
  mayBegin: (scenario: Scenario) => boolean,
): Promise<void> {
  const { run } = state;
  const lastToLearn = isFirst ? plan.scenarios.findLast(callsToLearn) : undefined;
  if (isFirst && lastToLearn === undefined) state.learning.ask();
  let reopenings = 0;
  let silentOpenings = 0;
  if (state.connection !== undefined) openServerStream(state);
  for (const scenario of plan.scenarios) {
    if (run.stop.aborted) break;
    if (!mayBegin(scenario)) continue;
    const began = run.clock.now();
    if (scenario.session !== state.name) {
      await pass(state, scenario.session);
      reopenings = 0;
      silentOpenings = 0;
    }
    const deaf = state.deaf && state.name === deviant && reopenings < maxReopenings;
    if (state.connection?.isOver() === true || (state.connection !== undefined && deaf)) {
      await state.connection.session.transport.close("drop");
      state.connection = undefined;
      reopenings += 1;
    }
    const skipped =
      reopenings > maxReopenings
        ? "the server ended too often in this session"
        : silentOpenings >= maxSilentOpenings
          ? notOpened
          : await runScenario(state, scenario);
    if (skipped === notOpened) silentOpenings += 1;
    if (skipped !== null)
      run.recorder.record({
        kind: "skip",
        connection: state.connection?.number ?? state.home,
        scenario: scenario.id,
        reason: skipped,
      });
    if (plan.session === "main" && scenario.learns === true) state.learning.look();
    if (scenario === lastToLearn) state.learning.finish();
    onScenario({ revision: plan.revision, scenario: scenario.id, skipped, ms: run.clock.now() - began });
  }
}

/** Goes on with another session: on the connection that is open, where that is opened as it has to be, or else on one of its own. */
async function pass(state: SessionState, session: string): Promise<void> {
  const { connection, run, revision } = state;
  if (connection !== undefined) {
    const fits = !connection.isOver() && isOpened(run.recorder.trace(), connection.number, revision);
    if (fits) await connection.session.notify("notifications/initialized");
    else await leave(state, "term");
  }
  state.name = session;
}

/** Ends the connection without a lesson in it: a stateful HTTP session is deleted as a client should, a process is told to end. */
async function leave(state: SessionState, how: "term" | "drop"): Promise<void> {
  const transport = state.connection?.session.transport;
  if (how === "term" && state.connection !== undefined) await lookBeforeLeaving(state, state.connection);
  if (transport?.kind === "stdio") await transport.close(how, state.graceMs);
  else await transport?.close(transport.kind === "http" && how === "term" ? "delete" : how);
  state.connection = undefined;
}

/** What an end that came at once would hide, in ms: a stream the server leaves open, and progress that comes after the last answer. */
const streamsMs = 1100;
const progressMs = 300;

/** What is to be seen of streams and progress is seen whenever the session ends: it must not depend on how long its scenarios took. */
async function lookBeforeLeaving({ run }: SessionState, { session, isOver }: Connection): Promise<void> {
  if (isOver()) return;
  await session.closed(streamsMs);
  const since = run.clock.now() - (session.lastProgress() ?? -Infinity);
  if (since < progressMs) await pauseUnless(run.clock, progressMs - since, run.stop);
}

async function runScenario(state: SessionState, scenario: Scenario): Promise<string | null> {
  const [first] = scenario.steps;
  const opens = first !== undefined && "connect" in first && first.connect.on !== "open";
  if (opens && state.connection !== undefined) {
    await leave(state, "term");
  }
  const reopens = !opens && state.connection === undefined;
  if (reopens) {
    const hopeless = await unmetRequirement(state, scenario, "before-connecting");
    if (hopeless !== undefined) return hopeless;
    const { capabilities = "full", ...opening } = openings[state.name] ?? {};
    reopen(state, capabilities);
    await perform(state, scenario.id, { connect: { capabilities, ...opening } });
    if (state.connection === undefined) return notOpened;
  }
  const unmet = await unmetRequirement(state, scenario, reopens ? "connected" : undefined);
  if (unmet !== undefined) return unmet;
  for (const step of scenario.steps) {
    if (state.run.stop.aborted) break;
    await perform(state, scenario.id, step);
    if ("connect" in step && state.connection === undefined) return notOpened;
  }
  return null;
}
