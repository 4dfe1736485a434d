import { textOf } from "../model-message.ts";
import type { ModelRequest } from "../model-backend.ts";
import type { Inability, ModelScript } from "../script/model-script.ts";
import type { Refusal } from "./refusal.ts";

/** What a model lacks, or a refusal that is the same on every wire. */
export type ScriptRefusal = Refusal & { readonly lacking?: Inability };

/** Why a model of this script refuses a well-formed request: it cannot do what is asked, or is as strict as some providers. */
export function refusalByScript(script: ModelScript, request: ModelRequest, thinks: boolean): ScriptRefusal | undefined {
  const lacks = script.lacks ?? [];
  if (lacks.includes("tools") && request.tools.length > 0) return lackOf("tools", request.model);
  if (lacks.includes("thinking") && thinks) return lackOf("thinking", request.model);
  const refuses = script.refuses ?? [];
  return (
    (refuses.includes("tool-names") ? badToolName(request) : undefined) ??
    (refuses.includes("unpaired-results") ? unpaired(request) : undefined) ??
    (refuses.includes("empty-content") ? emptyContent(request) : undefined)
  );
}

function lackOf(lacking: Inability, model: string): ScriptRefusal {
  return { status: 400, message: `${model} does not support ${lacking}`, lacking };
}

/** Letters, digits, underscore and hyphen, at most 64: what OpenAI and Anthropic take as the name of a function. */
const functionName = /^[A-Za-z0-9_-]{1,64}$/;

function badToolName({ tools }: ModelRequest): Refusal | undefined {
  const index = tools.findIndex(({ name }) => !functionName.test(name));
  if (index < 0) return undefined;
  const param = `tools[${index}].function.name`;
  return {
    status: 400,
    message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    param,
    code: "invalid_value",
  };
}

/** Every call must be answered by the messages right after it, and every result must answer such a call. */
function unpaired({ messages }: ModelRequest): Refusal | undefined {
  let open = new Set<string>();
  let known = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (!known.has(message.toolCallId ?? "")) return unexpectedResult(index);
      open.delete(message.toolCallId ?? "");
    } else {
      if (open.size > 0) return unanswered(open, index);
      open = new Set((message.toolCalls ?? []).flatMap(({ id }) => (id === undefined ? [] : [id])));
      known = new Set(open);
    }
  }
  return open.size > 0 ? unanswered(open, messages.length) : undefined;
}

function unexpectedResult(index: number): Refusal {
  return {
    status: 400,
    message: "A message with role 'tool' must answer a call of the assistant message before it.",
    param: `messages[${index}].role`,
  };
}

function unanswered(open: ReadonlySet<string>, index: number): Refusal {
  return {
    status: 400,
    message: `Calls without a tool message that answers them: ${[...open].join(", ")}`,
    param: `messages[${index}].role`,
  };
}

function emptyContent({ messages }: ModelRequest): Refusal | undefined {
  const index = messages.findIndex(
    (message) => textOf(message) === "" && (message.toolCalls ?? []).length === 0 && message.role !== "tool",
  );
  if (index < 0) return undefined;
  return {
    status: 400,
    message: `messages: text content of message ${index} must be non-empty`,
    param: `messages[${index}].content`,
  };
}
