import type { Meaning, ModelApi, ModelGroup } from "../../check/model/model-event.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelTool } from "../../model/model-backend.ts";
import type { ModelFamily } from "../../model/scripted/families/family.ts";
import type { ScriptedModelSpec } from "../../model/scripted/scripted-model-spec.ts";
import { parseToolCalls } from "../../toolcall/collect.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import { formatById } from "../../toolcall/formats/registry.ts";
import type { ModelScenario, ModelSuite, ScenarioTurn } from "./model-suite.ts";
import { turnText } from "./play/turn-text.ts";

/** A turn as it is to be played: what calls for it, what the model says, and what that means. */
export type PlannedTurn = {
  readonly marker: string;
  readonly group: ModelGroup;
  readonly text: string;
  readonly means: Meaning;
  /** What the tools give back, one per call. */
  readonly results: readonly string[];
};

/** A scenario as it is to be played on a family. */
export type PlannedScenario = {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly ModelTool[];
  readonly choice: ModelScenario["choice"];
  readonly cut: "word" | "byte";
  readonly plain: boolean;
  /** Of scenarios with reasoning: the marker that opens it, where there is one, and who writes it. */
  readonly reasoning: { readonly opener: string; readonly by: "prompt" | "model" | "either" } | null;
  readonly turns: readonly PlannedTurn[];
};

/** What is played on a family, and what is left out and why. */
export type FamilyPlan = {
  readonly family: ModelFamily;
  readonly scenarios: readonly PlannedScenario[];
  readonly skipped: readonly { readonly scenario: string; readonly reason: string }[];
};

/** Plans the scenarios of suites for a family on a wire. @throws McpcheckError `harness` for a family without a known format */
export function planFamily(family: ModelFamily, suites: readonly ModelSuite[], api: ModelApi): FamilyPlan {
  const format = formatById(family.format);
  if (format === undefined) throw new McpcheckError("harness", `the family ${family.id} names no known format: ${family.format}`);
  const planned = suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => planScenario({ family, format, suite, api }, scenario)),
  );
  return {
    family,
    scenarios: planned.filter((one) => "turns" in one),
    skipped: planned.filter((one) => "reason" in one),
  };
}

type Ground = {
  readonly family: ModelFamily;
  readonly format: ToolCallFormat;
  readonly suite: ModelSuite;
  readonly api: ModelApi;
};

function planScenario(
  { family, format, suite, api }: Ground,
  scenario: ModelScenario,
): PlannedScenario | { readonly scenario: string; readonly reason: string } {
  const skip = (reason: string) => ({ scenario: scenario.id, reason });
  if (scenario.apis !== undefined && !scenario.apis.includes(api)) return skip(`the ${api} wire has no such request`);
  if (scenario.group === "reasoning" && family.layout.reasoning === undefined) return skip("models of this family do not reason");
  if (family.oneCall === true && scenario.turns.some(({ calls = [] }) => calls.length > 1))
    return skip("models of this family call one tool at a time");
  const tools = suite.tools.filter(({ name }) => scenario.tools.includes(name));
  const turns: PlannedTurn[] = [];
  for (const [index, turn] of scenario.turns.entries()) {
    const written = turnText(format, scenario, turn);
    if ("cannot" in written) return skip(written.cannot);
    if (endsEarly(family, written.text)) return skip("an answer of this family ends after its first call");
    const prefix = scenario.opened === true ? format.reasoning?.open[0] : undefined;
    const means = meaningOf(format, written.text, tools, prefix);
    const odd = whyOdd(scenario, turn, means);
    if (odd !== undefined) return skip(odd);
    turns.push({
      marker: markerOf(scenario.id, index),
      group: groupOf(scenario, turn),
      text: written.text,
      means,
      results: turn.results ?? [],
    });
  }
  return {
    id: scenario.id,
    title: scenario.title,
    tools,
    choice: scenario.choice,
    cut: scenario.cut ?? "word",
    plain: scenario.plain ?? scenario.group === "lookalike",
    reasoning: scenario.group === "reasoning" ? reasoningOf(format, scenario) : null,
    turns,
  };
}

/** Whether a token that ends an answer is in the middle of a text. */
function endsEarly({ ends }: ModelFamily, text: string): boolean {
  return ends.some((end) => text.includes(end) && text.indexOf(end) < text.length - end.length);
}

/** What a text means by the reference reading of its format, after the end of a prompt. */
function meaningOf(format: ToolCallFormat, text: string, tools: readonly ModelTool[], prefix?: string): Meaning {
  const { content, reasoning, calls } = parseToolCalls(format, text, { tools, ...(prefix === undefined ? {} : { prefix }) });
  return { content, reasoning, calls: calls.map((call) => ({ name: call.name, arguments: call.arguments })) };
}

/** Where the reference reading is not what a scenario is about, its answers would be held to the wrong thing. */
function whyOdd({ group }: ModelScenario, { calls = [] }: ScenarioTurn, means: Meaning): string | undefined {
  if (group === "lookalike") return means.calls.length === 0 ? undefined : "fences mean nothing in this format";
  if (group === "malformed") return undefined;
  return means.calls.length === calls.length ? undefined : "the format reads this text otherwise";
}

/** Models of some families write the opener of their reasoning themselves, those of others never do. */
function reasoningOf({ reasoning }: ToolCallFormat, { opened }: ModelScenario): PlannedScenario["reasoning"] {
  if (reasoning === null) return { opener: "", by: "model" };
  const opener = reasoning.open[0] ?? "";
  if (opened === true) return { opener, by: "prompt" };
  return { opener, by: reasoning.startsOpen === "never" ? "model" : "either" };
}

/** The last turn of a conversation is a text like any other. */
function groupOf({ group }: ModelScenario, { calls = [] }: ScenarioTurn): ModelGroup {
  return (group === "call" || group === "parallel") && calls.length === 0 ? "text" : group;
}

/** What must appear in the prompt for a turn: no marker is the beginning of another. */
function markerOf(id: string, turn: number): string {
  return `MCK_${id.toUpperCase().replaceAll("-", "_")}_T${turn}`;
}

/** What the model file of a plan is compiled from: the scenarios whose tokens are words, or those whose tokens are bytes. */
export function specOfPlan({ family, scenarios }: FamilyPlan, cut: "word" | "byte"): ScriptedModelSpec {
  return {
    id: `mcpcheck-${family.id}${cut === "byte" ? "-bytes" : ""}`,
    title: `${family.title}, as mcpcheck has it`,
    family,
    file: "suites/model",
    scenarios: scenarios
      .filter((scenario) => scenario.cut === cut)
      .map(({ id, turns, plain }) => ({
        id,
        place: `#/scenarios/${id}`,
        ...(turns[0] === undefined ? {} : { marker: turns[0].marker }),
        turns: turns.map(({ marker, text }, index) => ({
          ...(index === 0 ? {} : { marker }),
          text,
          place: `#/scenarios/${id}/turns/${index}`,
          ...(plain ? { plain } : {}),
        })),
      })),
  };
}
