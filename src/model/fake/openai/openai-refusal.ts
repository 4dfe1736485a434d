import type * as z from "zod";
import type { Refusal } from "../../player/refusal.ts";

/** A fault of the body in OpenAI's words, with its place as `messages[0].content`. */
export function openaiRefusal(body: unknown, issue: z.core.$ZodIssue | undefined): Refusal {
  const path = issue?.path ?? [];
  if (path.length === 0) return { status: 400, message: "The body must be a JSON object." };
  const param = path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`))
    .join("");
  const value = path.reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), body);
  if (value === undefined && param === "model") return { status: 400, message: "you must provide a model parameter" };
  if (value === undefined)
    return { status: 400, message: `Missing required parameter: '${param}'.`, param, code: "missing_required_parameter" };
  if (issue?.code === "too_small")
    return { status: 400, message: `Invalid '${param}': empty array.`, param, code: "empty_array" };
  if (issue?.code === "invalid_value")
    return { status: 400, message: `Invalid value: ${JSON.stringify(value)} for '${param}'.`, param, code: "invalid_value" };
  return { status: 400, message: `Invalid type for '${param}'.`, param, code: "invalid_type" };
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}
