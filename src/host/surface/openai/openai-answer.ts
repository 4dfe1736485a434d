import type { ModelUsage } from "../../../model/model-backend.ts";
import type { TurnCall, TurnEvent, TurnFinish } from "../../loop/turn-event.ts";
import type { HostProfile } from "../../profile/host-profile.ts";

/** What every object of an answer holds. */
export type OpenaiFrame = {
  readonly id: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly surface: HostProfile["surface"];
  readonly includeUsage: boolean;
};

type End = Extract<TurnEvent, { kind: "end" }>;

/** An answer that is being made: chunks of a stream, or the one completion at the end. */
export type OpenaiAnswer = {
  readonly start: () => object;
  readonly chunks: (event: TurnEvent) => readonly object[];
  readonly last: (end: End) => readonly object[];
  /** Takes an event in for the whole answer. */
  readonly take: (event: TurnEvent) => void;
  readonly whole: (end: End) => object;
};

/** Answers of /v1/chat/completions, from the events of a turn. Calls the host runs itself are nobody else's business. */
export function openaiAnswer(frame: OpenaiFrame): OpenaiAnswer {
  const { surface, includeUsage } = frame;
  let content = "";
  let reasoning = "";
  const executed: TurnCall[] = [];
  const head = (object: string): object => ({
    id: frame.id,
    object,
    created: frame.created,
    model: frame.model,
    system_fingerprint: "fp_mcpcheck",
  });
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head("chat.completion.chunk"),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
  });
  return {
    start: () => chunk({ role: "assistant", content: "" }),
    chunks(event) {
      if (event.kind === "content") return [chunk({ content: event.text })];
      return event.kind === "reasoning" ? [chunk({ reasoning_content: event.text })] : [];
    },
    last({ finish, clientCalls, usage }) {
      const calls =
        clientCalls.length === 0 ? {} : { tool_calls: clientCalls.map((call, index) => ({ index, ...callOf(call) })) };
      const own = clientCalls.length > 0 && surface.streamedCalls === "ownChunk" ? [chunk(calls)] : [];
      return [
        ...own,
        chunk(own.length > 0 ? {} : calls, finishReason(finish)),
        ...(includeUsage ? [{ ...head("chat.completion.chunk"), choices: [], usage: usageOf(usage) }] : []),
      ];
    },
    take(event) {
      if (event.kind === "content") content += event.text;
      else if (event.kind === "reasoning") reasoning += event.text;
      else if (event.kind === "calls") executed.push(...event.calls.filter(({ executor }) => executor === "host"));
    },
    whole({ finish, clientCalls, usage }) {
      const shown = executed.filter(({ meta }) => !meta || surface.metaToolInAnswer);
      const calls = [...(surface.executedCallsInAnswer ? shown : []), ...clientCalls];
      const wasExecuted = shown.length > 0 && finish === "stop";
      return {
        ...head("chat.completion"),
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: content === "" && calls.length > 0 ? null : content,
              ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
              ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
            },
            logprobs: null,
            finish_reason: wasExecuted ? surface.executedFinish : finishReason(finish),
          },
        ],
        usage: usageOf(usage),
      };
    },
  };
}

/** A call; the arguments are JSON text on this API. */
function callOf({ id, name, arguments: read, argumentsText }: TurnCall): object {
  const text = read === undefined ? argumentsText : wellFormed(argumentsText) ? argumentsText : JSON.stringify(read);
  return { id, type: "function", function: { name, arguments: text } };
}

/** Whether a text is a JSON object as it stands: its numbers then keep all their digits. */
function wellFormed(text: string): boolean {
  return text.trimStart().startsWith("{");
}

/** OpenAI's words are a closed set: an answer the host cut short is one of limited length. */
function finishReason(finish: TurnFinish): string {
  if (finish === "tool-calls") return "tool_calls";
  if (finish === "content-filter") return "content_filter";
  return finish === "stop" ? "stop" : "length";
}

function usageOf({ promptTokens, completionTokens }: ModelUsage): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
