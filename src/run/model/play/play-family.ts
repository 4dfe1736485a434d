import type { ReadAnswer } from "../../../check/model/read-answer.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import type { ModelMessage } from "../../../model/model-message.ts";
import { ollamaPrompt } from "../server/ollama-models.ts";
import { firstMessage, goOn } from "./chat-history.ts";
import { chatBody, listsTokens, readAnswer } from "./chat-body.ts";
import type { FamilyGame, KnownGame, Performance, Repeated } from "./family-game.ts";
import { performExchange } from "../server/exchange.ts";
import type { PlannedScenario } from "../plan.ts";

/** Has every scenario played, whole and streamed, the control first. Ends early when the run is to end. */
export async function playFamily(unknown: FamilyGame): Promise<void> {
  const { plan, record, models, tools, server } = unknown;
  const counter = { exchange: 0, loaded: new Set<string>() };
  for (const { scenario, reason } of plan.skipped) record.note({ kind: "skip", scenario, reason });
  const [control, ...others] = plan.scenarios.toSorted((a, b) => rank(a) - rank(b));
  if (control === undefined) throw new McpcheckError("harness", "a suite for models needs a control");
  await playControl({ ...unknown, listsTokens: false }, control, counter);
  const game = { ...unknown, listsTokens: await listsTokens(unknown, control) };
  const gone = new Set<string>();
  for (const scenario of others) {
    if (server.stop.aborted) return;
    const model = models[scenario.cut];
    const why =
      model === undefined
        ? "there is no model file cut into bytes"
        : scenario.tools.length > 0 && !tools
          ? "the server says that the model cannot be given tools"
          : gone.has(model)
            ? "the server no longer answers with this model"
            : await whyNotReasoning(game, scenario, model);
    if (why !== undefined || model === undefined) record.note({ kind: "skip", scenario: scenario.id, reason: why ?? "" });
    else if (!(await playBothWays(game, control, scenario, model, counter))) gone.add(model);
  }
  if (!gone.has(models.word)) await playAgain(game, control, models.word, counter);
}

/** Plays a scenario whole and streamed; false when the server no longer answers with the model. */
async function playBothWays(
  game: KnownGame,
  control: PlannedScenario,
  scenario: PlannedScenario,
  model: string,
  counter: Counter,
): Promise<boolean> {
  for (const streamed of [false, true]) {
    if (game.server.stop.aborted) return true;
    const performance = { scenario, model, streamed };
    const given = await playScenario(game, performance, counter);
    if (!isLate(given)) continue;
    if (!(await playAgain(game, control, model, counter))) return false;
    // One silence may be the machine's.
    const repeated = await playScenario(patient(game), { ...performance, repeats: given }, counter);
    if (isLate(repeated) && !(await playAgain(game, control, model, counter))) return false;
  }
  return true;
}

const isLate = (given: readonly Given[]): boolean => given.some(({ late }) => late);

/** Times the limit of an answer that one gets which was late before. */
const patience = 3;

const patient = (game: KnownGame): KnownGame => ({
  ...game,
  server: { ...game.server, timeoutMs: patience * game.server.timeoutMs },
});

/** Longest the text of the control may take once the model is loaded, in ms. */
const againMs = 10_000;

/** Asks for the text of the control once more, and again with more patience; whether an answer came. */
async function playAgain(game: KnownGame, control: PlannedScenario, model: string, counter: Counter): Promise<boolean> {
  if (game.server.stop.aborted) return true;
  const quick = { ...game, server: { ...game.server, timeoutMs: Math.min(againMs, game.server.timeoutMs) } };
  const scenario = { ...control, id: "plain-again", turns: control.turns.map((turn) => ({ ...turn, group: "again" as const })) };
  const given = await playScenario(quick, { scenario, model, streamed: false }, counter);
  return (
    !isLate(given) || !isLate(await playScenario(patient(game), { scenario, model, streamed: false, repeats: given }, counter))
  );
}

/** The control first; last what may make a server fail, so that it does not keep the rest from being seen. */
const rank = ({ turns }: PlannedScenario): number => {
  const group = turns[0]?.group;
  if (group === "control") return 0;
  return ["markers", "lenient", "unknown", "malformed"].includes(group ?? "") ? 2 : 1;
};

/**
 * Why a scenario with reasoning says nothing here. Whether the prompt or the model opens reasoning is for the prompt to say, and
 * where that cannot be seen only what the model opens itself is played.
 */
async function whyNotReasoning(game: KnownGame, scenario: PlannedScenario, model: string): Promise<string | undefined> {
  const { reasoning } = scenario;
  if (reasoning === null) return undefined;
  if (game.thinking === false) return "the server says that the model cannot be told to reason";
  const messages = [firstMessage(scenario)];
  const body = chatBody(game, { scenario, model, streamed: false }, { messages, thinks: true, tokens: 0 });
  const end = game.server.api === "ollama" ? await ollamaPrompt(game.server, body) : undefined;
  if (end === undefined) return reasoning.by === "prompt" ? "nobody knows how the prompt ends" : undefined;
  const opened = reasoning.opener !== "" && end.trimEnd().endsWith(reasoning.opener);
  if (opened) return reasoning.by === "prompt" ? undefined : "the prompt opens the reasoning itself";
  return reasoning.by === "model" ? undefined : "the prompt does not open the reasoning";
}

/** Numbers the requests, and knows which models the server has answered with: the first answer of each waits for the model to be loaded. */
type Counter = { exchange: number; readonly loaded: Set<string> };

/** Shows that the server plays the script, and how it counts. @throws McpcheckError `subject` when it does not */
async function playControl(game: KnownGame, scenario: PlannedScenario, counter: Counter): Promise<void> {
  const [whole] = await playScenario(game, { scenario, model: game.models.word, streamed: false }, counter);
  const [turn] = scenario.turns;
  if (whole === undefined || turn === undefined || game.server.stop.aborted) return;
  const { answer, status } = whole;
  if (status !== 200 || answer.error !== undefined)
    throw new McpcheckError(
      "subject",
      `the server does not answer with the model: ${status === undefined ? whole.why : `status ${status}: ${answer.error ?? "no message"}`}`,
    );
  if (answer.content.trim() !== turn.means.content.trim())
    throw new McpcheckError(
      "subject",
      `the server does not play the model file: asked for ${JSON.stringify(turn.means.content)}, it said ${JSON.stringify(answer.content.slice(0, 200))}`,
    );
  const extra = answer.tokens === undefined ? null : answer.tokens - game.tokensOf(turn.marker);
  if (extra !== null && extra !== 0 && extra !== 1)
    throw new McpcheckError(
      "subject",
      `the server says the text of the script but counts ${answer.tokens} tokens, not ${game.tokensOf(turn.marker)}: it does not play the model file`,
    );
  game.record.note({ kind: "counting", extra });
  await playScenario(game, { scenario, model: game.models.word, streamed: true }, counter);
}

type Given = Repeated & {
  readonly answer: ReadAnswer;
  readonly status: number | undefined;
  readonly late: boolean;
  readonly why: string;
};

async function playScenario(game: KnownGame, performance: Performance, counter: Counter): Promise<Given[]> {
  const { scenario, streamed, model, repeats } = performance;
  const { server, record } = game;
  const given: Given[] = [];
  let messages: readonly ModelMessage[] = [];
  for (const [index, turn] of scenario.turns.entries()) {
    if (server.stop.aborted) return given;
    if (index === 0) messages = [firstMessage(scenario)];
    const thinks = turn.group === "reasoning" && game.thinking !== false;
    counter.exchange += 1;
    record.note({
      kind: "asked",
      exchange: counter.exchange,
      scenario: scenario.id,
      group: turn.group,
      turn: index,
      streamed,
      text: turn.text,
      tokens: game.tokensOf(turn.marker),
      means: turn.means,
      tools: scenario.tools.map(({ name }) => name),
      ...(scenario.cut === "byte" ? { cut: scenario.cut } : {}),
      ...(game.plan.family.escapesDisputed === true ? { escapes: "disputed" as const } : {}),
      thinks,
      ...(repeats?.[index] === undefined ? {} : { repeats: repeats[index].exchange }),
    });
    const { status, chunks } = await performExchange(server, record, {
      exchange: counter.exchange,
      body: chatBody(game, performance, { messages, thinks, tokens: game.tokensOf(turn.marker) }),
      streamed,
      withinMs: counter.loaded.has(model) ? server.timeoutMs : Math.max(server.loadMs, server.timeoutMs),
    });
    if (status !== undefined) counter.loaded.add(model);
    const answer = readAnswer(server.api, chunks, streamed && status === 200);
    const last = record.trace().at(-1);
    given.push({
      exchange: counter.exchange,
      answer,
      status,
      late: last?.kind === "end" && last.how === "late",
      why: (last?.kind === "end" ? last.message : undefined) ?? "no answer",
    });
    messages = goOn(messages, turn, answer.calls, scenario.turns[index + 1], index);
  }
  return given;
}
