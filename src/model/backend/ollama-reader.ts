import { type LosslessJson, readLossless, writeLossless } from "../../toolcall/value/lossless.ts";
import type { ModelEvent } from "../model-backend.ts";
import { errorEvent, finishOf, isRecord, usageOf, wholeCall } from "./events.ts";
import { errorMessage, parsed } from "./http.ts";

/** Turns messages of Ollama's /api/chat into events. Not to be fed any more once it has ended. */
export type OllamaReader = {
  /** One JSON text: a line of the stream, or the whole answer. */
  readonly read: (text: string) => readonly ModelEvent[];
  /** Whether the last message, or an error, has been read. */
  readonly ended: () => boolean;
};

/** A reader for one answer. */
export function createOllamaReader(): OllamaReader {
  let ended = false;
  let calls = 0;

  const failed = (event: ModelEvent): readonly ModelEvent[] => {
    ended = true;
    return [event];
  };

  const callsIn = (message: Readonly<Record<string, unknown>>, text: string): ModelEvent[] => {
    const list: unknown = message["tool_calls"];
    if (!Array.isArray(list) || list.length === 0) return [];
    const lossless = memberOf(memberOf(readLossless(text), "message"), "tool_calls");
    return list.flatMap((one: unknown, position) => {
      const given = isRecord(one) && isRecord(one["function"]) ? one["function"] : {};
      const id = isRecord(one) && typeof one["id"] === "string" ? one["id"] : undefined;
      const name = typeof given["name"] === "string" ? given["name"] : "";
      const index = calls;
      calls += 1;
      const args = memberOf(memberOf(itemOf(lossless, position), "function"), "arguments");
      return wholeCall({ index, id, name, arguments: argumentText(args) });
    });
  };

  return {
    ended: () => ended,
    read(text) {
      const body = parsed(text);
      if (!isRecord(body)) return failed(errorEvent("protocol", `not a JSON object: ${text.slice(0, 200)}`));
      if (body["error"] !== undefined && body["error"] !== null)
        return failed(errorEvent("server", errorMessage(body) ?? "error without a text"));
      const message = isRecord(body["message"]) ? body["message"] : {};
      const events: ModelEvent[] = [
        ...textEvent("reasoning", message["thinking"]),
        ...textEvent("content", message["content"]),
        ...callsIn(message, text),
      ];
      if (body["done"] === true) {
        ended = true;
        events.push(doneEvent(body, calls > 0));
      }
      return events;
    },
  };
}

function textEvent(kind: "reasoning" | "content", text: unknown): ModelEvent[] {
  return typeof text === "string" && text !== "" ? [{ kind, text }] : [];
}

function doneEvent(body: Readonly<Record<string, unknown>>, called: boolean): ModelEvent {
  const reported = typeof body["done_reason"] === "string" ? body["done_reason"] : undefined;
  const usage = usageOf(body["prompt_eval_count"], body["eval_count"]);
  return {
    kind: "done",
    finish: finishOf(reported, called),
    ...(reported === undefined ? {} : { reported }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Arguments as text: of an object its JSON, of a string what it holds; `{}` when there are none. */
function argumentText(args: LosslessJson | undefined): string {
  if (args === undefined) return "{}";
  if (args.kind !== "string") return writeLossless(args);
  return args.text.trim() === "" ? "{}" : args.text;
}

function memberOf(value: LosslessJson | undefined, key: string): LosslessJson | undefined {
  return value?.kind === "object" ? value.members.findLast(([name]) => name === key)?.[1] : undefined;
}

function itemOf(value: LosslessJson | undefined, index: number): LosslessJson | undefined {
  return value?.kind === "array" ? value.items[index] : undefined;
}
