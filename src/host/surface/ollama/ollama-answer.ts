import type { ModelUsage } from "../../../model/model-backend.ts";
import type { TurnCall, TurnEvent, TurnFinish, TurnResult } from "../../loop/turn-event.ts";
import type { HostProfile } from "../../profile/host-profile.ts";

/** What every object of an answer to /api/chat holds. */
export type OllamaFrame = {
  readonly model: string;
  /** Absent where the profile has no task fields. */
  readonly taskId: string | undefined;
  readonly surface: HostProfile["surface"];
  readonly includeResults: boolean;
  readonly date: () => Date;
  /** Nanoseconds since the request came. */
  readonly elapsed: () => number;
};

/** An answer that is being made: lines of a stream, or the one object at the end. */
export type OllamaAnswer = {
  /** The line for an event, if it has one. */
  readonly line: (event: TurnEvent) => object | undefined;
  /** The last object: a line that is done, or the whole answer. */
  readonly final: (end: Extract<TurnEvent, { kind: "end" }>, whole: boolean) => object;
  readonly error: (message: string) => object;
};

/** Answers of /api/chat, from the events of a turn. */
export function ollamaAnswer(frame: OllamaFrame): OllamaAnswer {
  let content = "";
  let thinking = "";
  const calls: TurnCall[] = [];
  const results = new Map<string, TurnResult>();
  const task = (status: "working" | "completed" | "failed"): object =>
    frame.taskId === undefined ? {} : { task_id: frame.taskId, task_status: status };
  const line = (message: object, more: object = {}): object => ({
    model: frame.model,
    created_at: frame.date().toISOString(),
    message: { role: "assistant", content: "", ...message },
    done: false,
    ...more,
    ...task("working"),
  });
  return {
    line(event) {
      switch (event.kind) {
        case "content":
          content += event.text;
          return line({ content: event.text });
        case "reasoning":
          thinking += event.text;
          return line({ thinking: event.text });
        case "calls":
          calls.push(...event.calls);
          return line({ tool_calls: event.calls.map((call, index) => callOf(call, index, frame)) });
        case "result":
          results.set(event.result.call.id, event.result);
          return line({ tool_results: [resultOf(event.result)] });
        default:
          return undefined;
      }
    },
    final({ finish, usage }, whole) {
      const shown = calls.filter(({ meta }) => !meta || frame.surface.metaToolInAnswer);
      const told = { content, ...(thinking === "" ? {} : { thinking }) };
      // In a stream they stand as they come; here whoever reads them side by side with the calls must find them in their order.
      const ordered = calls.flatMap(({ id }) => results.get(id) ?? []);
      const called = shown.length === 0 ? {} : { tool_calls: shown.map((call, index) => callOf(call, index, frame)) };
      return {
        ...line(whole ? { ...told, ...called } : {}),
        ...(frame.includeResults && ordered.length > 0 ? { tool_results: ordered.map(resultOf) } : {}),
        done: true,
        done_reason: doneReason(finish),
        ...metrics(usage, frame.elapsed()),
        ...task(finish === "max-rounds" || finish === "repeated-call" ? "failed" : "completed"),
      };
    },
    error: (message) => ({ error: message, ...task("failed") }),
  };
}

/** A call; the arguments are an object on this API, whatever the model gave. */
function callOf({ id, name, arguments: read, executor }: TurnCall, index: number, { surface }: OllamaFrame): object {
  return {
    id,
    function: { index, name, arguments: read ?? {} },
    ...(surface.markExecuted && executor === "host" ? { executed_by: "host" } : {}),
  };
}

/** A result as clients of this API read it; of a failed call the text stands under `error` as well. */
function resultOf({ call, text, isError }: TurnResult): object {
  return { tool_name: call.name, arguments: call.arguments ?? {}, content: text, ...(isError ? { error: text } : {}) };
}

function doneReason(finish: TurnFinish): string {
  if (finish === "max-rounds") return "max_tool_rounds";
  if (finish === "repeated-call") return "repeated_tool_call";
  return finish === "length" ? "length" : "stop";
}

function metrics({ promptTokens, completionTokens }: ModelUsage, elapsed: number): object {
  return {
    total_duration: elapsed,
    load_duration: 0,
    prompt_eval_count: promptTokens,
    prompt_eval_duration: 0,
    eval_count: completionTokens,
    eval_duration: elapsed,
  };
}
