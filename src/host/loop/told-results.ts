import type { ModelMessage } from "../../model/model-message.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { inertText } from "./inert-text.ts";
import { resultMessage } from "./result-text.ts";
import type { TurnResult } from "./turn-event.ts";

/** What a model is told of tools in a turn, and whether it only repeats that. */
export type ToldResults = {
  /** The messages of a request, with what tools said in them as the model gets it. */
  readonly history: (messages: readonly ModelMessage[]) => readonly ModelMessage[];
  /** The message that tells a result. */
  readonly message: (result: TurnResult) => ModelMessage;
  /** Whether a piece of the model's text is word for word in what a tool said. */
  readonly isQuoted: (text: string) => boolean;
};

/**
 * What tools say, told so that a model may repeat it without calling anything. Without a format nothing is read from the model's text, and
 * results are told as they are.
 */
export function createToldResults(format: ToolCallFormat | undefined, profile: HostProfile): ToldResults {
  const inert = format !== undefined && profile.model.resultCalls === "inert" ? format : undefined;
  const said: string[] = [];
  const told = (text: string): string => {
    if (inert === undefined) return text;
    said.push(plain(text), ...(text.includes("\\") ? [plain(outOfJson(text))] : []));
    return inertText(text, inert);
  };
  return {
    history: (messages) => messages.map((message) => (message.role === "tool" ? withTexts(message, told) : message)),
    message: (result) => withTexts(resultMessage(result, result.call.name, profile), told),
    isQuoted(text) {
      const wanted = plain(text);
      return wanted !== "" && said.some((one) => one.includes(wanted));
    },
  };
}

/** Blanks and backslashes do not count: a text may be repeated in other lines, or out of a text in JSON. */
function plain(text: string): string {
  return text.replace(/[\s\\]+/g, "");
}

/** What a text in JSON says, however often it was put into one. */
function outOfJson(text: string): string {
  return text
    .replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?<!\\)\\+[nrt]/g, " ");
}

function withTexts(message: ModelMessage, change: (text: string) => string): ModelMessage {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: change(content) };
  return { ...message, content: content.map((part) => (part.kind === "text" ? { ...part, text: change(part.text) } : part)) };
}
