import { asObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { inputResponses } from "../../../session/input-responses.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Connection } from "../connection.ts";
import type { HintRole } from "../hints.ts";
import { listedItems, type SessionState } from "../session-state.ts";
import { isReadOnly, requiredOf, toolArguments } from "../tool-choice.ts";
import { noSuchName } from "./lists.ts";

/** The most tools one step calls, and the most rounds of input requests one call may take. */
const maxTools = 12;
const maxRounds = 5;

/** Even a tool that claims to be read-only may take its time: what is asked of every single call, in ms. */
const callBudgetMs = 5000;

type Chosen = { readonly tool: JsonObject; readonly given: JsonObject };

/** Calls the tools a step is about, one after the other. */
export async function call(state: SessionState, connection: Connection, step: CallStep): Promise<void> {
  for (const chosen of await choose(state, step)) {
    if (state.run.stop.aborted || connection.isOver()) return;
    await callOne(state, connection, step, chosen);
  }
}

async function choose(state: SessionState, step: CallStep): Promise<Chosen[]> {
  const choice = step.arguments ?? "valid";
  if (step.call === "unknown") return [{ tool: { name: noSuchName }, given: typeof choice === "object" ? choice : {} }];
  const tools = await listedItems(state, "tools");
  if (typeof step.call === "object") {
    const hint = state.run.hints[step.call.hint as HintRole];
    const tool = tools.find((one) => one["name"] === hint?.tool);
    const given = tool === undefined ? undefined : ((hint?.arguments as JsonObject | undefined) ?? toolArguments(tool, choice));
    return tool === undefined || given === undefined ? [] : [{ tool, given }];
  }
  const callable = tools.filter((tool) => isReadOnly(tool) || state.run.allowWrites);
  const fitting = choice === "missing" ? callable.filter((tool) => requiredOf(tool).length > 0) : callable;
  const chosen = fitting.flatMap((tool): Chosen[] => {
    const given = toolArguments(tool, choice);
    return given === undefined ? [] : [{ tool, given }];
  });
  return chosen.slice(0, step.call === "one-read-only" ? 1 : maxTools);
}

async function callOne(
  state: SessionState,
  { session, capabilities }: Connection,
  step: CallStep,
  { tool, given }: Chosen,
): Promise<void> {
  const inputSchema = tool["inputSchema"];
  const options = {
    timeoutMs: Math.min(callBudgetMs, state.run.timeoutMs),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(step.meta === undefined ? {} : { meta: step.meta }),
  };
  let params: JsonObject = { name: tool["name"], arguments: given };
  for (let round = 0; round < maxRounds; round += 1) {
    const pending = session.begin("tools/call", params, options);
    if (step.background === true) {
      state.inFlight = pending;
      return;
    }
    const answer = await pending.answer;
    if (answer.kind === "none") pending.cancel();
    const more =
      answer.kind === "result"
        ? inputResponses(asObject(answer.frame.result), { capabilities, roots: [{ uri: state.run.rootUri, name: "mcpcheck" }] })
        : undefined;
    if (more === undefined) return;
    params = { name: tool["name"], arguments: given, ...more };
  }
}
