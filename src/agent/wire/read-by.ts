import type * as z from "zod";
import { agentError, type AgentRead } from "../agent-error.ts";

/** Params by a schema; what is wrong with them is said with the member. */
export function readParams<T>(schema: z.ZodType<T>, value: unknown): AgentRead<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).map(String).join(".");
  return agentError("invalid-params", `${place === "" ? "" : `${place}: `}${issue?.message ?? "not what is expected"}`);
}
