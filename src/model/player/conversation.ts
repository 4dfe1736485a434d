import type { ModelMessage } from "../model-message.ts";
import { imagesOf, textOf } from "../model-message.ts";
import type { ModelRequest, ModelTool } from "../model-backend.ts";
import { toolsInPrompt } from "./tools-in-prompt.ts";

/** A tool result the model has been given since the user spoke. */
export type GivenResult = { readonly name: string | undefined; readonly text: string };

/** What a script looks at of a request. */
export type Conversation = {
  readonly request: ModelRequest;
  readonly system: string;
  /** The tools that are offered: as members of the request, or else in the system text. */
  readonly tools: readonly ModelTool[];
  /** The last text of the user that is not the result of a call, or the pictures of one. */
  readonly user: string;
  readonly results: readonly GivenResult[];
  /** Assistant messages since the user spoke, and in all. */
  readonly rounds: { readonly sinceUser: number; readonly all: number };
};

/**
 * The facts of a request. Hosts that hand results over as a user's text are understood: a user message right after an
 * assistant message with calls is a result. `hasCalls` tells whether a text without call members holds calls.
 */
export function conversationOf(request: ModelRequest, hasCalls: (text: string) => boolean): Conversation {
  const { messages } = request;
  const isResult = messages.map(
    (message, index) => message.role === "tool" || answersCalls(message, messages[index - 1], hasCalls),
  );
  const spoke = (message: ModelMessage, index: number): boolean =>
    message.role === "user" && isResult[index] !== true && !showsResult(message, messages.slice(0, index));
  const anchor = messages.findLastIndex(spoke);
  const since = messages.slice(anchor + 1);
  const anchorMessage = messages[anchor];
  const system = messages
    .filter(({ role }) => role === "system")
    .map(textOf)
    .join("\n");
  return {
    request,
    system,
    tools: request.tools.length > 0 ? request.tools : toolsInPrompt(system),
    user: anchorMessage === undefined ? "" : textOf(anchorMessage),
    results: since.flatMap((message, index) =>
      isResult[anchor + 1 + index] === true ? [{ name: nameOfResult(message, messages), text: textOf(message) }] : [],
    ),
    rounds: {
      sinceUser: since.filter(({ role }) => role === "assistant").length,
      all: messages.filter(({ role }) => role === "assistant").length,
    },
  };
}

/** Wires whose results are text alone have the pictures of a result in a message of the user after it, which is no question. */
function showsResult(message: ModelMessage, before: readonly ModelMessage[]): boolean {
  return imagesOf(message).length > 0 && before.findLast(({ role }) => role !== "system")?.role === "tool";
}

function answersCalls(message: ModelMessage, before: ModelMessage | undefined, hasCalls: (text: string) => boolean): boolean {
  if (message.role !== "user" || before?.role !== "assistant") return false;
  return (before.toolCalls ?? []).length > 0 || hasCalls(textOf(before));
}

/** The name a result carries, or that of the call it answers. */
function nameOfResult(message: ModelMessage, messages: readonly ModelMessage[]): string | undefined {
  if (message.name !== undefined) return message.name;
  if (message.toolCallId === undefined) return undefined;
  const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? []);
  return calls.findLast(({ id }) => id === message.toolCallId)?.name;
}
