import type { ModelTool } from "../model-backend.ts";
import type { ScriptedCall, ToolReference } from "../script/turn.ts";
import type { Conversation } from "./conversation.ts";
import { sampleArguments } from "./sample-arguments.ts";
import { isLoosely } from "../../base/glob/loose-name.ts";
import { isTool } from "./tool-names.ts";
import { matchesStars } from "../../base/glob/matches-stars.ts";

/** A call with its name found among the offered tools, and its arguments as text. */
export type MadeCall = {
  readonly id: string | undefined;
  /** Whether the script gives the id. */
  readonly hasOwnId: boolean;
  readonly name: string;
  readonly text: string;
  readonly as: "object" | "string" | undefined;
};

/** The calls of a turn. Ids are unique within the conversation as long as the history keeps the model's messages. */
export function makeCalls(calls: readonly ScriptedCall[] | undefined, conversation: Conversation): readonly MadeCall[] {
  const spread = (calls ?? []).flatMap((call) => Array.from({ length: call.times ?? 1 }, () => call));
  return spread.flatMap((call, index) => {
    const found = findTool(call, conversation);
    if (found === undefined) return [];
    const round = conversation.rounds.all;
    const hasOwnId = typeof call.id === "string";
    const id = call.id === undefined ? freshId(round, index) : (call.id ?? undefined);
    const variant = call.vary === true ? round * 100 + index : 0;
    const name = call.bare === true ? (found.name.split(/[:./]|__/u).at(-1) ?? "") : found.name;
    return [{ id, hasOwnId, name, text: argumentsOf(call, found.tool, conversation, variant), as: call.as }];
  });
}

/** Nine letters and digits, as Mistral's models and API want them. */
function freshId(round: number, index: number): string {
  return `call${String(round % 100).padStart(2, "0")}${String(index).padStart(3, "0")}`;
}

/** What a call refers to that matches no offered tool, for the model to say so. */
export function missingTools(calls: readonly ScriptedCall[] | undefined, conversation: Conversation): readonly string[] {
  return (calls ?? []).flatMap((call) =>
    typeof call.tool === "object" && "offered" in call.tool && findTool(call, conversation) === undefined
      ? [call.tool.offered]
      : [],
  );
}

type Found = { readonly name: string; readonly tool: ModelTool | undefined };

function findTool({ name, tool = "" }: ScriptedCall, { tools, user }: Conversation): Found | undefined {
  if (name !== undefined) return { name, tool: tools.find((one) => one.name === name) };
  if (typeof tool === "string") return named(tool, tools);
  if ("asked" in tool) return named(new RegExp(tool.asked, "iu").exec(user)?.[1] ?? tool.otherwise, tools);
  const found = offered(tool, tools);
  return found === undefined ? undefined : { name: found.name, tool: found };
}

function named(wanted: string, tools: readonly ModelTool[]): Found {
  const ways = [
    (name: string) => name === wanted,
    (name: string) => isTool(wanted, name),
    (name: string) => isLoosely(wanted, name),
  ];
  const tool = ways.flatMap((fits) => tools.find(({ name }) => fits(name)) ?? []).at(0);
  return { name: tool?.name ?? wanted, tool };
}

function offered(
  { offered: pattern, except, nth = 0 }: Extract<ToolReference, { offered: string }>,
  tools: readonly ModelTool[],
): ModelTool | undefined {
  const fits = (wanted: string, name: string): boolean => isTool(wanted, name) || matchesStars(wanted, name);
  const found = tools.filter(({ name }) => fits(pattern, name) && (except === undefined || !fits(except, name)));
  return found[nth % found.length];
}

function argumentsOf(call: ScriptedCall, tool: ModelTool | undefined, { user }: Conversation, variant: number): string {
  if (call.text !== undefined) return call.text;
  const asked = call.asked === true ? objectIn(user) : undefined;
  if (call.sample !== true) return asked ?? JSON.stringify(call.arguments === undefined ? {} : call.arguments);
  const given = call.arguments;
  const over = typeof given === "object" && given !== null && !Array.isArray(given) ? given : {};
  return asked ?? JSON.stringify({ ...sampleArguments(tool?.parameters ?? {}, variant), ...over });
}

/** The text of a JSON object in a text, from its first brace to its last. */
function objectIn(text: string): string | undefined {
  const begin = text.indexOf("{");
  const end = text.lastIndexOf("}") + 1;
  return begin === -1 || end <= begin ? undefined : text.slice(begin, end);
}
