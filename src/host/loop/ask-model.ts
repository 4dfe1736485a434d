import type { FinishReason, ModelBackend, ModelEvent, ModelRequest, ModelTool, ModelUsage } from "../../model/model-backend.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { Clock } from "../../base/time/clock.ts";
import { readRawText } from "./read-raw-text.ts";
import type { TurnEvent, TurnFailure } from "./turn-event.ts";

/** A call as the model made it, before anybody looked at it. */
export type RawCall = { readonly id: string | undefined; readonly name: string; readonly arguments: string };

/** A whole answer of the model. */
export type ModelAnswer = {
  readonly kind: "answer";
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly RawCall[];
  readonly finish: FinishReason;
  readonly usage: ModelUsage | undefined;
};

/** Why there is no answer. */
export type ModelFailure = {
  readonly kind: "failure";
  readonly failure: TurnFailure;
  readonly status: number;
  readonly message: string;
};

/** How a model is asked. `format` reads calls out of its text; without it they are members of its messages. */
export type AskSetup = {
  readonly backend: ModelBackend;
  readonly clock: Clock;
  /** Milliseconds between two signs of life; `null`: as long as it takes. */
  readonly modelMs: number | null;
  readonly format: ToolCallFormat | undefined;
  /** What the model was offered in whatever form: the types of arguments written without any. */
  readonly tools: readonly ModelTool[];
  /** Whether calls inside reasoning and code fences are text. */
  readonly contentFilter: boolean;
  /** What becomes of text after a call. */
  readonly textAfterCall: "keep" | "drop";
  /** Whether a piece of the model's text only repeats what a tool said: a call that does is text. */
  readonly isQuoted: (text: string) => boolean;
};

/** Asks the model once: text goes out as it comes, the whole answer is the generator's result. */
export async function* askModel(
  { backend, clock, modelMs, format, tools, contentFilter, textAfterCall, isQuoted }: AskSetup,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, ModelAnswer | ModelFailure> {
  const own = new AbortController();
  const abort = (): void => own.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) own.abort();
  let timedOut = false;
  let stopTimer: (() => void) | undefined;
  const watch = (): void => {
    stopTimer?.();
    if (modelMs === null) return;
    stopTimer = clock.setTimeout(modelMs, () => {
      timedOut = true;
      own.abort();
    });
  };
  let text = "";
  let reasoning = "";
  const calls: RawCall[] = [];
  watch();
  try {
    const spoken = backend.chat(request, own.signal);
    const heard = format === undefined ? spoken : readRawText(spoken, { format, tools, contentFilter, isQuoted });
    for await (const event of heard) {
      watch();
      if (event.kind === "quoted") {
        yield { kind: "notice", text: `the model repeats a call of ${event.name} that a tool's result contains; it is not made` };
        continue;
      }
      if (event.kind === "content" && textAfterCall === "drop" && calls.length > 0) continue;
      if (event.kind === "content" && event.text !== "") {
        text += event.text;
        yield { kind: "content", text: event.text };
      } else if (event.kind === "reasoning" && event.text !== "") {
        reasoning += event.text;
        yield { kind: "reasoning", text: event.text };
      } else if (event.kind === "call") calls.push({ id: event.id, name: event.name, arguments: event.arguments });
      else if (event.kind === "done") return { kind: "answer", text, reasoning, calls, finish: event.finish, usage: event.usage };
      else if (event.kind === "error") return failureOf(event, timedOut ? modelMs : null);
    }
    return { kind: "failure", failure: "model", status: 502, message: "the model's answer had no end" };
  } finally {
    stopTimer?.();
    signal.removeEventListener("abort", abort);
  }
}

function failureOf(event: Extract<ModelEvent, { kind: "error" }>, silentMs: number | null): ModelFailure {
  if (silentMs !== null)
    return { kind: "failure", failure: "timeout", status: 504, message: `the model said nothing for ${silentMs / 1000} seconds` };
  if (event.code === "aborted") return { kind: "failure", failure: "aborted", status: 499, message: event.message };
  const { status = 502 } = event;
  // What the model server blames on the request is for the client to fix; its own troubles are a bad gateway.
  const passed = status >= 400 && status < 500 ? status : 502;
  return { kind: "failure", failure: passed === 502 ? "model" : "request", status: passed, message: event.message };
}
