import * as z from "zod";
import type { ModelRequest, ToolChoice } from "../../model-backend.ts";
import type { ContentPart, ModelMessage } from "../../model-message.ts";
import type { Read } from "../../player/refusal.ts";
import { openaiRefusal } from "../openai/openai-refusal.ts";
import type { ResponseStore } from "./response-store.ts";
import { nameWithin, readResponseTools, type ToolSpaces } from "./response-tools.ts";

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  image_url: z.string().nullish(),
});
const content = z.union([z.string(), z.array(part)]);

const message = z.looseObject({
  type: z.literal("message").optional(),
  role: z.enum(["user", "assistant", "system", "developer"]),
  content,
});
const call = z.looseObject({
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().nullish(),
  arguments: z.string(),
});
const result = z.looseObject({ type: z.literal("function_call_output"), call_id: z.string(), output: content });
const reasoning = z.looseObject({ type: z.literal("reasoning"), summary: z.array(z.looseObject({ text: z.string() })) });
const reference = z.looseObject({ type: z.literal("item_reference").nullish(), id: z.string() });

/** Items that hold nothing for a script: calls and results of tools that run at the provider. */
const other = z.looseObject({ type: z.string() });
const known: Readonly<Record<string, z.ZodType>> = {
  message,
  function_call: call,
  function_call_output: result,
  reasoning,
  item_reference: reference,
};

const body = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.looseObject({}))]).optional(),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  tools: z.array(z.looseObject({ type: z.string() })).nullish(),
  tool_choice: z
    .union([
      z.enum(["auto", "none", "required"]),
      z.looseObject({ type: z.string(), name: z.string().optional(), mode: z.enum(["auto", "required"]).optional() }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  max_output_tokens: z.int().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** A request to /v1/responses beside what every wire has. */
export type ResponsesChat = {
  readonly request: ModelRequest;
  /** What the answer repeats of the request. */
  readonly echoed: Readonly<Record<string, unknown>>;
  readonly spaces: ToolSpaces;
  /** Whether the answer can be referred to later. */
  readonly stored: boolean;
  /** The conversation without the instructions: they do not go on with it. */
  readonly said: readonly ModelMessage[];
};

/** Reads the body of /v1/responses, with OpenAI's refusals (https://platform.openai.com/docs/api-reference/responses/create). */
export function readResponses(value: unknown, store: ResponseStore): Read<ResponsesChat> {
  const parsed = body.safeParse(value);
  if (!parsed.success) return { refusal: openaiRefusal(value, parsed.error.issues[0]) };
  const { model, input, instructions, stream, tools, tool_choice, store: stored, previous_response_id: previous } = parsed.data;
  if (input === undefined && !previous) return { refusal: missing("input") };
  const before = previous ? store.get(previous) : [];
  if (before === undefined)
    return {
      refusal: {
        status: 400,
        message: `Previous response with id '${previous}' not found.`,
        param: "previous_response_id",
        code: "previous_response_not_found",
      },
    };
  const items = typeof input === "string" ? { value: [userMessage(input)] } : itemsOf(value, input ?? [], store);
  if ("refusal" in items) return items;
  const offered = readResponseTools(value, tools ?? []);
  if ("refusal" in offered) return offered;
  const said = merged([...before, ...items.value]);
  const toolChoice = choiceOf(tool_choice);
  return {
    value: {
      request: {
        model,
        messages: instructions ? [{ role: "system", content: instructions }, ...said] : said,
        tools: offered.value.tools,
        ...(toolChoice === undefined ? {} : { toolChoice }),
        stream: stream === true,
      },
      echoed: {
        instructions: instructions ?? null,
        max_output_tokens: parsed.data.max_output_tokens ?? null,
        metadata: parsed.data.metadata ?? {},
        parallel_tool_calls: parsed.data.parallel_tool_calls ?? true,
        previous_response_id: previous ?? null,
        store: stored ?? true,
        temperature: parsed.data.temperature ?? 1,
        tool_choice: tool_choice ?? "auto",
        tools: tools ?? [],
        top_p: parsed.data.top_p ?? 1,
      },
      spaces: offered.value.spaces,
      stored: stored !== false,
      said,
    },
  };
}

function itemsOf(value: unknown, items: readonly Record<string, unknown>[], store: ResponseStore): Read<readonly ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (const [at, item] of items.entries()) {
    const type = item["type"] ?? (item["role"] === undefined && item["id"] !== undefined ? "item_reference" : "message");
    const read = (typeof type === "string" ? (known[type] ?? other) : other).safeParse(item);
    const [issue] = read.error?.issues ?? [];
    if (issue !== undefined) return { refusal: openaiRefusal(value, { ...issue, path: ["input", at, ...issue.path] }) };
    if (type === "item_reference") {
      const id = String(item["id"]);
      const found = store.get(id);
      if (found === undefined) return { refusal: { status: 404, message: `Item with id '${id}' not found.`, param: "input" } };
      messages.push(...found);
    } else messages.push(...messagesOf(type, read.data));
  }
  return { value: messages };
}

function messagesOf(type: unknown, item: unknown): readonly ModelMessage[] {
  if (type === "message") {
    const { role, content: said } = item as z.infer<typeof message>;
    return [{ role: role === "developer" ? "system" : role, content: contentOf(said) }];
  }
  if (type === "function_call") {
    const { call_id: id, name, namespace, arguments: given } = item as z.infer<typeof call>;
    return [{ role: "assistant", content: "", toolCalls: [{ id, name: nameWithin(name, namespace), arguments: given }] }];
  }
  if (type === "function_call_output") {
    const { call_id: toolCallId, output } = item as z.infer<typeof result>;
    return [{ role: "tool", content: contentOf(output), toolCallId }];
  }
  if (type !== "reasoning") return [];
  const { summary } = item as z.infer<typeof reasoning>;
  return [{ role: "assistant", content: "", reasoning: summary.map(({ text }) => text).join("\n") }];
}

/** What the model said in one go is one message: on this wire its text, its reasoning and each of its calls are items of their own. */
function merged(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const whole: ModelMessage[] = [];
  for (const one of messages) {
    const last = whole.at(-1);
    if (one.role !== "assistant" || last?.role !== "assistant") {
      whole.push(one);
      continue;
    }
    const reasoned = [last.reasoning, one.reasoning].filter((text) => text !== undefined).join("\n");
    const toolCalls = [...(last.toolCalls ?? []), ...(one.toolCalls ?? [])];
    whole[whole.length - 1] = {
      role: "assistant",
      content: [...partsOf(last.content), ...partsOf(one.content)],
      ...(reasoned === "" ? {} : { reasoning: reasoned }),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
    };
  }
  return whole;
}

function partsOf(said: ModelMessage["content"]): readonly ContentPart[] {
  if (typeof said !== "string") return said;
  return said === "" ? [] : [{ kind: "text", text: said }];
}

function contentOf(said: z.infer<typeof content>): ModelMessage["content"] {
  if (typeof said === "string") return said;
  return said.flatMap(({ text, image_url }): ContentPart[] => {
    if (!image_url) return text === undefined ? [] : [{ kind: "text", text }];
    const data = /^data:([^;,]*);base64,(.*)$/su.exec(image_url);
    return [{ kind: "image", mediaType: data?.[1] ?? "image/*", data: data?.[2] ?? image_url }];
  });
}

function choiceOf(choice: z.infer<typeof body>["tool_choice"]): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (typeof choice === "string") return choice;
  if (choice.type === "function" && choice.name !== undefined) return { name: choice.name };
  return choice.type === "allowed_tools" ? choice.mode : undefined;
}

function userMessage(text: string): ModelMessage {
  return { role: "user", content: text };
}

function missing(param: string) {
  return { status: 400, message: `Missing required parameter: '${param}'.`, param, code: "missing_required_parameter" };
}
