import * as z from "zod";
import type { ModelTool } from "../../model-backend.ts";
import type { Read } from "../../player/refusal.ts";
import { openaiRefusal } from "../openai/openai-refusal.ts";

const functionTool = z.looseObject({
  type: z.literal("function"),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});
type FunctionTool = z.infer<typeof functionTool>;
const namespaceTool = z.looseObject({
  type: z.literal("namespace"),
  name: z.string(),
  tools: z.array(z.looseObject({ type: z.string() })),
});

/** Where a tool's name comes from, by its name among all tools: what it is called in which namespace. */
export type ToolSpaces = ReadonlyMap<string, { readonly name: string; readonly namespace: string }>;

/** The tools a script can call. */
export type OfferedTools = { readonly tools: readonly ModelTool[]; readonly spaces: ToolSpaces };

/** The name a tool of a namespace has among all tools. */
export function nameWithin(name: string, namespace: string | null | undefined): string {
  return namespace ? `${namespace}__${name}` : name;
}

/** Functions, also those in namespaces; tools that run at the provider are none that a script could call. */
export function readResponseTools(value: unknown, tools: readonly { readonly type: string }[]): Read<OfferedTools> {
  const read: ModelTool[] = [];
  const spaces = new Map<string, { readonly name: string; readonly namespace: string }>();
  for (const [at, tool] of tools.entries()) {
    if (tool.type !== "function" && tool.type !== "namespace") continue;
    const parsed = (tool.type === "function" ? functionTool : namespaceTool).safeParse(tool);
    if (!parsed.success) return { refusal: openaiRefusal(value, withPath(parsed.error.issues[0], ["tools", at])) };
    if (tool.type === "function") read.push(toolOf(parsed.data as FunctionTool, undefined));
    else
      for (const [inner, one] of (parsed.data as z.infer<typeof namespaceTool>).tools.entries()) {
        if (one.type !== "function") continue;
        const own = functionTool.safeParse(one);
        if (!own.success) return { refusal: openaiRefusal(value, withPath(own.error.issues[0], ["tools", at, "tools", inner])) };
        const namespace = parsed.data.name;
        spaces.set(nameWithin(own.data.name, namespace), { name: own.data.name, namespace });
        read.push(toolOf(own.data, namespace));
      }
  }
  return { value: { tools: read, spaces } };
}

function withPath(issue: z.core.$ZodIssue | undefined, path: readonly PropertyKey[]): z.core.$ZodIssue | undefined {
  return issue === undefined ? undefined : { ...issue, path: [...path, ...issue.path] };
}

function toolOf({ name, description, parameters }: FunctionTool, namespace: string | undefined): ModelTool {
  return {
    name: nameWithin(name, namespace),
    ...(description ? { description } : {}),
    parameters: parameters ?? { type: "object", properties: {} },
  };
}
