import type { z } from "zod";
import type { Refusal } from "./refusal.ts";

/** What was read of a request, or why it is refused. */
export type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

/** A bad request, in words. */
export function badRequest(message: string): { readonly refusal: Refusal } {
  return { refusal: { status: 400, message } };
}

/** A value by a schema; the refusal names the member and what is wrong with it. */
export function readBy<T>(schema: z.ZodType<T>, value: unknown): Read<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
  return badRequest(`${place}${issue?.message ?? "invalid request"}`);
}
