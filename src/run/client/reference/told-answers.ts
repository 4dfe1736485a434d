import { invalidParams } from "../../../jsonrpc/error-codes.ts";
import { isArray, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import type { ClientAnswers } from "../../../session/client-role.ts";
import type { AnswerStep, DriverStep } from "../scenario/driver-step.ts";

/** The roots of a client, each with a name. */
export type Roots = ClientAnswers["roots"];

/** The standing answer for what a server asks; undefined where there is none. */
function standing<A extends AnswerStep["answer"]>(
  steps: readonly DriverStep[],
  what: A,
): Extract<AnswerStep, { answer: A }> | undefined {
  return steps.find((step): step is Extract<AnswerStep, { answer: A }> => "answer" in step && step.answer === what);
}

/** Roots, those without a name called by their URI. */
export const namedRoots = (roots: readonly { readonly uri: string; readonly name?: string | undefined }[]): Roots =>
  roots.map(({ uri, name = uri }) => ({ uri, name }));

/** The roots a client begins with. */
export const rootsTold = (steps: readonly DriverStep[]): Roots => namedRoots(standing(steps, "roots")?.roots ?? []);

/** Answers as they were told, where something was: to forms, and to sampling whose messages are sound. */
export function toldAnswers(steps: readonly DriverStep[]): NonNullable<ClientAnswers["instead"]> {
  const [form, sample] = [standing(steps, "elicitation"), standing(steps, "sampling")];
  return (method, params) => {
    if (method === "elicitation/create" && valueAt(params, "mode") !== "url" && form !== undefined)
      return { result: { action: form.action, ...(form.action === "accept" ? { content: form.content ?? {} } : {}) } };
    if (method !== "sampling/createMessage") return undefined;
    const defect = unsound(params);
    if (defect !== undefined) return { error: { code: invalidParams, message: defect } };
    if (sample === undefined) return undefined;
    return "text" in sample
      ? { result: sampled(sample.text) }
      : { error: { code: userRejected, message: "User rejected sampling request" } };
  };
}

/** The code for a sampling request the user does not want (client/sampling#error-handling). */
const userRejected = -1;

const sampled = (text: string): JsonObject => ({
  role: "assistant",
  content: { type: "text", text },
  model: "mcpcheck-fixed",
  stopReason: "endTurn",
});

const blocks = (message: Json | undefined): readonly Json[] => [valueAt(message, "content") ?? []].flat();

const ofType = (message: Json | undefined, type: string): readonly Json[] =>
  blocks(message).filter((block) => valueAt(block, "type") === type);

/** What is wrong with the tool messages of a sampling request (2025-11-25 client/sampling#message-content-constraints). */
function unsound(params: Json | undefined): string | undefined {
  const messages = valueAt(params, "messages");
  if (!isArray(messages)) return undefined;
  for (const [index, message] of messages.entries()) {
    const results = ofType(message, "tool_result");
    if (results.length > 0 && results.length < blocks(message).length) return "Tool results mixed with other content";
    const answered = ofType(messages[index + 1], "tool_result").map((result) => valueAt(result, "toolUseId"));
    if (ofType(message, "tool_use").some((use) => !answered.includes(valueAt(use, "id"))))
      return "Tool result missing in request";
  }
  return undefined;
}
