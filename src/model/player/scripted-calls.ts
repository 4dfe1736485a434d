import type { ScriptedCall, ToolReference } from "../script/turn.ts";
import type { ModelTool } from "../model-backend.ts";
import type { Conversation } from "./conversation.ts";
import { sampleArguments } from "./sample-arguments.ts";
import { isTool, matchesPattern } from "./tool-names.ts";

/** A call with its name found among the offered tools, and its arguments as text. */
export type MadeCall = {
  readonly id: string | undefined;
  readonly name: string;
  readonly text: string;
  readonly as: "object" | "string" | undefined;
};

/** The calls of a turn. Ids are unique within the conversation as long as the history keeps the model's messages. */
export function makeCalls(calls: readonly ScriptedCall[] | undefined, conversation: Conversation): readonly MadeCall[] {
  const spread = (calls ?? []).flatMap((call) => Array.from({ length: call.times ?? 1 }, () => call));
  return spread.flatMap((call, index) => {
    const found =
      call.name === undefined ? findTool(call.tool ?? "", conversation.request.tools) : namedTool(call.name, conversation);
    if (found === undefined) return [];
    const id = call.id === undefined ? `call_${conversation.rounds.all}_${index}` : (call.id ?? undefined);
    return [{ id, name: found.name, text: argumentsOf(call, found.tool), as: call.as }];
  });
}

/** What a call refers to that matches no offered tool, for the model to say so. */
export function missingTools(calls: readonly ScriptedCall[] | undefined, { request }: Conversation): readonly string[] {
  return (calls ?? []).flatMap(({ name, tool }) =>
    name === undefined && typeof tool === "object" && findTool(tool, request.tools) === undefined ? [tool.offered] : [],
  );
}

type Found = { readonly name: string; readonly tool: ModelTool | undefined };

function namedTool(name: string, { request }: Conversation): Found {
  return { name, tool: request.tools.find((tool) => tool.name === name) };
}

function findTool(reference: ToolReference, tools: readonly ModelTool[]): Found | undefined {
  if (typeof reference === "string") {
    const tool = tools.find(({ name }) => isTool(reference, name));
    return { name: tool?.name ?? reference, tool };
  }
  const { offered, except, nth = 0 } = reference;
  const fits = tools.filter(
    ({ name }) =>
      (isTool(offered, name) || matchesPattern(offered, name)) && (except === undefined || !matchesPattern(except, name)),
  );
  const tool = fits[nth % fits.length];
  return tool === undefined ? undefined : { name: tool.name, tool };
}

function argumentsOf(call: ScriptedCall, tool: ModelTool | undefined): string {
  if (call.text !== undefined) return call.text;
  const given = call.arguments;
  if (call.sample !== true) return JSON.stringify(given ?? {});
  const over = typeof given === "object" && given !== null && !Array.isArray(given) ? given : {};
  return JSON.stringify({ ...sampleArguments(tool?.parameters ?? {}), ...over });
}
