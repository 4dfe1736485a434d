import type { ModelMessage } from "../../model/model-message.ts";
import type { ModelTool } from "../../model/model-backend.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { ServerLink } from "../sessions/server-link.ts";
import type { ProviderNames } from "../tools/provider-names.ts";
import { directoryText, discoveryText, toolListText, toolPrompt, withSystemText } from "../tools/tool-prompt.ts";

/** What goes to the model besides the messages. */
export type Surroundings = {
  readonly tools: readonly ModelTool[];
  readonly jit: boolean;
  readonly links: readonly ServerLink[];
  readonly names: ProviderNames;
  /** The format calls are read from text in. */
  readonly format: ToolCallFormat | undefined;
};

/**
 * The messages as the model gets them: with the host's texts in the system message, with names as its wire has them, with results
 * that are empty filled where the profile wants that. Made anew for every call from the caller's own.
 */
export function messagesFor(
  messages: readonly ModelMessage[],
  around: Surroundings,
  { model }: HostProfile,
): readonly ModelMessage[] {
  const { tools, jit, links, names, format } = around;
  const texts = [
    ...(model.systemText === null ? [] : [model.systemText]),
    ...(jit && model.discoveryText ? [discoveryText] : []),
    ...(model.pathText
      ? links.flatMap(({ name, directory }) => (directory === undefined ? [] : [directoryText(name, directory)]))
      : []),
    ...(model.toolListText && tools.length > 0 ? [toolListText(tools)] : []),
    ...(model.strategy === "prompt" && tools.length > 0 ? [toolPrompt(tools, format)] : []),
  ];
  const called = messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => ({ fullName: name })));
  names.assign(called);
  return withSystemText(messages, texts).map((message) => onWire(message, names, model.emptyResult));
}

function onWire(message: ModelMessage, names: ProviderNames, emptyResult: string | null): ModelMessage {
  if (message.role === "tool") {
    const content = message.content === "" && emptyResult !== null ? emptyResult : message.content;
    return { ...message, content, ...(message.name === undefined ? {} : { name: names.wireName(message.name) }) };
  }
  if (message.toolCalls === undefined) return message;
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, name: names.wireName(call.name) })) };
}
