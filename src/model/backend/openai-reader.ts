import type { ModelEvent, ModelUsage } from "../model-backend.ts";
import { errorEvent, finishOf, isRecord, usageOf } from "./events.ts";
import { errorMessage, parsed } from "./http.ts";
import { createCallAssembly } from "./openai-calls.ts";

/** Turns chunks, or one completion, of the OpenAI wire into events. Not to be fed any more once it has ended. */
export type OpenaiReader = {
  /** The data of one event, or the whole body. */
  readonly read: (data: string) => readonly ModelEvent[];
  /** The connection is at its end: what is still owed, unless the answer had ended before. */
  readonly end: () => readonly ModelEvent[];
  readonly ended: () => boolean;
};

/** A reader for one answer. An answer is complete with `[DONE]`, or with a finish reason when the stream ends without. */
export function createOpenaiReader(): OpenaiReader {
  const calls = createCallAssembly();
  let ended = false;
  let finish: string | undefined;
  let usage: ModelUsage | undefined;

  const fail = (event: ModelEvent): readonly ModelEvent[] => {
    ended = true;
    return [event];
  };

  const complete = (): readonly ModelEvent[] => {
    ended = true;
    return [
      ...calls.end(),
      {
        kind: "done",
        finish: finishOf(finish, calls.count() > 0),
        ...(finish === undefined ? {} : { reported: finish }),
        ...(usage === undefined ? {} : { usage }),
      },
    ];
  };

  const saidIn = (choice: Readonly<Record<string, unknown>>): ModelEvent[] => {
    const isWhole = !isRecord(choice["delta"]);
    const said = [choice["delta"], choice["message"]].find(isRecord) ?? {};
    const list: unknown = said["tool_calls"];
    const entry = (one: unknown, index: number): unknown => (isWhole && isRecord(one) ? { ...one, index } : one);
    return [
      ...reasoningIn(said),
      ...contentIn(said, choice["token_ids"]),
      ...(Array.isArray(list) ? list.flatMap((one: unknown, index) => calls.add(entry(one, index))) : []),
    ];
  };

  return {
    ended: () => ended,
    read(data) {
      if (data.trim() === "[DONE]") return complete();
      const body = parsed(data);
      if (!isRecord(body)) return fail(errorEvent("protocol", `not a JSON object: ${data.slice(0, 200)}`));
      if ((body["error"] ?? undefined) !== undefined || body["object"] === "error")
        return fail(errorEvent("server", errorMessage(body) ?? "error without a text"));
      if (isRecord(body["usage"])) usage = usageOf(body["usage"]["prompt_tokens"], body["usage"]["completion_tokens"]) ?? usage;
      const choice: unknown = Array.isArray(body["choices"]) ? body["choices"][0] : undefined;
      if (!isRecord(choice)) return [];
      const events = saidIn(choice);
      if (typeof choice["finish_reason"] === "string" && choice["finish_reason"] !== "") finish = choice["finish_reason"];
      return events;
    },
    end() {
      if (ended) return [];
      return finish === undefined ? fail(errorEvent("truncated", "the answer ended without a finish reason")) : complete();
    },
  };
}

function reasoningIn(said: Readonly<Record<string, unknown>>): ModelEvent[] {
  const text = [said["reasoning_content"], said["reasoning"]].find((one) => typeof one === "string" && one !== "");
  return typeof text === "string" ? [{ kind: "reasoning", text }] : [];
}

/** Text, a refusal, or a list of text parts. */
function contentIn(said: Readonly<Record<string, unknown>>, ids: unknown): ModelEvent[] {
  const content: unknown = said["content"];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const text = [...parts.map((part) => (isRecord(part) ? part["text"] : part)), said["refusal"]]
    .filter((one) => typeof one === "string")
    .join("");
  const tokenIds = Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
  if (text === "" && tokenIds.length === 0) return [];
  return [{ kind: "content", text, ...(Array.isArray(ids) ? { tokenIds } : {}) }];
}
