import { pause } from "../../../base/time/clock-waits.ts";
import type { Json, JsonObject } from "../../../jsonrpc/json.ts";
import { eraOf } from "../../../spec/revision.ts";
import type { DoStep } from "../scenario/driver-step.ts";
import { ask, statefulOnly } from "./ask.ts";
import { asReported, callTool } from "./call-tool.ts";
import { connect, leave } from "./connection.ts";
import { listAll, listTools } from "./lists.ts";
import { hasFault, openedIn, Refused, type ReferenceSetup, type ReferenceState, Unsupported } from "./reference-state.ts";
import { namedRoots, rootsTold } from "./told-answers.ts";

/** A client of our own, on our own session: does the steps of a scenario in order, and reports on each. */
export async function playReference(setup: ReferenceSetup): Promise<void> {
  const state: ReferenceState = {
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

async function outcomeOf(state: ReferenceState, step: DoStep): Promise<JsonObject> {
  try {
    return { ok: true, result: await perform(state, step) };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: true };
    if (error instanceof Refused) return { ok: false, error: error.error };
    const message = state.setup.unauthorized?.() ?? (error instanceof Error ? error.message : String(error));
    return { ok: false, error: { code: null, message } };
  }
}

async function perform(state: ReferenceState, step: DoStep): Promise<Json> {
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
