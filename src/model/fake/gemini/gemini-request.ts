import * as z from "zod";
import type { ModelRequest, ModelTool, ToolChoice } from "../../model-backend.ts";
import type { ContentPart, ModelMessage, ModelToolCall } from "../../model-message.ts";
import type { Read } from "../../player/refusal.ts";

/** Members are read in both spellings that JSON of protocol buffers has, as its examples use both: `functionCall`, `function_call`. */
function eitherSpelling(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), member]),
  );
}

const record = z.record(z.string(), z.unknown());
const call = z.looseObject({ id: z.string().optional(), name: z.string(), args: record.nullish() });
const result = z.looseObject({ id: z.string().optional(), name: z.string(), response: record });
const blob = z.preprocess(eitherSpelling, z.looseObject({ mimeType: z.string(), data: z.string() }));
const part = z.preprocess(
  eitherSpelling,
  z.looseObject({
    text: z.string().optional(),
    thought: z.boolean().optional(),
    functionCall: call.optional(),
    functionResponse: result.optional(),
    inlineData: blob.optional(),
  }),
);
type Part = z.infer<typeof part>;

const content = z.looseObject({ role: z.enum(["user", "model", "function"]).default("user"), parts: z.array(part).default([]) });
const declaration = z.preprocess(
  eitherSpelling,
  z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: record.optional(),
    parametersJsonSchema: record.optional(),
  }),
);
const calling = z.preprocess(
  eitherSpelling,
  z.looseObject({
    mode: z.enum(["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"]).optional(),
    allowedFunctionNames: z.array(z.string()).optional(),
  }),
);
const body = z.preprocess(
  eitherSpelling,
  z.looseObject({
    contents: z.array(content).min(1),
    systemInstruction: z.looseObject({ parts: z.array(part) }).nullish(),
    tools: z
      .array(z.preprocess(eitherSpelling, z.looseObject({ functionDeclarations: z.array(declaration).optional() })))
      .nullish(),
    toolConfig: z.preprocess(eitherSpelling, z.looseObject({ functionCallingConfig: calling.optional() }).nullish()),
  }),
);

/** Reads the body of `generateContent` (https://ai.google.dev/api/generate-content), with Google's refusals. */
export function readGemini(value: unknown, model: string, stream: boolean): Read<ModelRequest> {
  const parsed = body.safeParse(value);
  if (!parsed.success) return { refusal: { status: 400, message: faultOf(parsed.error.issues[0]) } };
  const { contents, systemInstruction, tools, toolConfig } = parsed.data;
  const system = (systemInstruction?.parts ?? []).map(({ text = "" }) => text).join("\n");
  const toolChoice = choiceOf(toolConfig?.functionCallingConfig);
  return {
    value: {
      model,
      messages: [
        ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
        ...contents.flatMap(({ role, parts }) => messagesOf(role, parts)),
      ],
      tools: (tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(toolOf)),
      ...(toolChoice === undefined ? {} : { toolChoice }),
      stream,
    },
  };
}

/** Results are parts of a user's content on this wire; here they become messages of their own, before its text. */
function messagesOf(role: "user" | "model" | "function", parts: readonly Part[]): readonly ModelMessage[] {
  const results = parts.flatMap(({ functionResponse }): ModelMessage[] => {
    if (functionResponse === undefined) return [];
    const { id, name, response } = functionResponse;
    return [{ role: "tool", content: resultText(response), name, ...(id === undefined ? {} : { toolCallId: id }) }];
  });
  const said = parts.flatMap(partOf);
  const reasoning = parts.map(({ thought, text }) => (thought === true ? (text ?? "") : "")).join("");
  const toolCalls = parts.flatMap(({ functionCall }): ModelToolCall[] => {
    if (functionCall === undefined) return [];
    const { id, name, args } = functionCall;
    return [{ ...(id === undefined ? {} : { id }), name, arguments: JSON.stringify(args ?? {}) }];
  });
  if (said.length === 0 && toolCalls.length === 0 && results.length > 0) return results;
  return [
    ...results,
    {
      role: role === "model" ? "assistant" : "user",
      content: said,
      ...(reasoning === "" ? {} : { reasoning }),
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
    },
  ];
}

function partOf({ text, thought, inlineData }: Part): ContentPart[] {
  if (inlineData !== undefined) return [{ kind: "image", mediaType: inlineData.mimeType, data: inlineData.data }];
  return text === undefined || thought === true ? [] : [{ kind: "text", text }];
}

/** A result is an object: its `output`, or its `error`, where it has one, else all of it (https://ai.google.dev/api/caching#FunctionResponse). */
function resultText(response: Readonly<Record<string, unknown>>): string {
  const said = response["output"] ?? response["error"] ?? response;
  return typeof said === "string" ? said : JSON.stringify(said);
}

function toolOf({ name, description, parameters, parametersJsonSchema }: z.infer<typeof declaration>): ModelTool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: parametersJsonSchema ?? parameters ?? { type: "object", properties: {} },
  };
}

function choiceOf(config: z.infer<typeof calling> | undefined): ToolChoice | undefined {
  const { mode, allowedFunctionNames: [only, ...others] = [] } = config ?? {};
  if (mode === "ANY") return only !== undefined && others.length === 0 ? { name: only } : "required";
  return mode === "NONE" ? "none" : mode === "AUTO" ? "auto" : undefined;
}

function faultOf(issue: z.core.$ZodIssue | undefined): string {
  const place = (issue?.path ?? [])
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`))
    .join("");
  if (place === "contents" && issue?.code !== "invalid_value")
    return "* GenerateContentRequest.contents: contents is not specified";
  return `Invalid value at '${place === "" ? "body" : place}': ${issue?.message ?? "invalid"}`;
}
