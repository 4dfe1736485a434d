import * as z from "zod";
import type { ContentPart, ModelMessage, ModelToolCall } from "../../model-message.ts";
import type { ModelRequest, ToolChoice } from "../../model-backend.ts";
import type { Read } from "../../player/refusal.ts";

const resultPart = z.looseObject({ type: z.string(), text: z.string().optional() });

const block = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({
    type: z.literal("image"),
    source: z.looseObject({ media_type: z.string().optional(), data: z.string().optional(), url: z.string().optional() }),
  }),
  z.looseObject({ type: z.literal("thinking"), thinking: z.string() }),
  z.looseObject({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(resultPart)]).optional(),
    is_error: z.boolean().optional(),
  }),
]);
type Block = z.infer<typeof block>;

const messages = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z
    .array(z.looseObject({ role: z.enum(["user", "assistant", "system"]), content: z.union([z.string(), z.array(block)]) }))
    .min(1),
  system: z.union([z.string(), z.array(z.looseObject({ type: z.literal("text"), text: z.string() }))]).optional(),
  stream: z.boolean().optional(),
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional(),
        input_schema: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(["auto", "any", "tool", "none"]), name: z.string().optional() }).optional(),
});

/** Reads the body of /v1/messages, with Anthropic's refusals. */
export function readAnthropicMessages(body: unknown): Read<ModelRequest> {
  const parsed = messages.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = (issue?.path ?? []).map(String).join(".");
    const missing = issue?.code === "invalid_type" && issue.message.includes("undefined");
    const message = `${place === "" ? "body" : place}: ${missing ? "Field required" : (issue?.message ?? "invalid")}`;
    return { refusal: { status: 400, message } };
  }
  const { model, system, stream, tools, tool_choice } = parsed.data;
  const systemText = typeof system === "string" ? system : (system ?? []).map(({ text }) => text).join("\n");
  const toolChoice = choiceOf(tool_choice);
  return {
    value: {
      model,
      messages: [
        ...(systemText === "" ? [] : [{ role: "system" as const, content: systemText }]),
        ...parsed.data.messages.flatMap(({ role, content }) => messagesOf(role, content)),
      ],
      tools: (tools ?? []).map(({ name, description, input_schema }) => ({
        name,
        ...(description === undefined ? {} : { description }),
        parameters: input_schema,
      })),
      ...(toolChoice === undefined ? {} : { toolChoice }),
      stream: stream === true,
    },
  };
}

/** Results of tools are in a user's message on this wire; here they become messages of their own, before its text. */
function messagesOf(role: "user" | "assistant" | "system", content: string | readonly Block[]): ModelMessage[] {
  if (typeof content === "string") return [{ role, content }];
  const results = content.flatMap((one): ModelMessage[] =>
    one.type === "tool_result" ? [{ role: "tool", content: resultText(one.content), toolCallId: one.tool_use_id }] : [],
  );
  const parts = content.flatMap(partOf);
  const reasoning = content.map((one) => (one.type === "thinking" ? one.thinking : "")).join("");
  const toolCalls = content.flatMap((one): ModelToolCall[] =>
    one.type === "tool_use" ? [{ id: one.id, name: one.name, arguments: JSON.stringify(one.input) }] : [],
  );
  if (parts.length === 0 && toolCalls.length === 0 && results.length > 0) return results;
  const message: ModelMessage = {
    role,
    content: parts,
    ...(reasoning === "" ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
  return [...results, message];
}

function partOf(one: Block): ContentPart[] {
  if (one.type === "text") return [{ kind: "text", text: one.text }];
  if (one.type !== "image") return [];
  const { media_type, data, url } = one.source;
  return [{ kind: "image", data: data ?? url ?? "", mediaType: media_type ?? "image/*" }];
}

function resultText(content: string | readonly z.infer<typeof resultPart>[] | undefined): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");
}

function choiceOf(choice: z.infer<typeof messages>["tool_choice"]): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (choice.type === "tool") return { name: choice.name ?? "" };
  return choice.type === "any" ? "required" : choice.type;
}
