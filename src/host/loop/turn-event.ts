import type { JsonObject } from "../../jsonrpc/json.ts";
import type { ModelUsage } from "../../model/model-backend.ts";

/** A call the model made. */
export type TurnCall = {
  /** Unique within the request. */
  readonly id: string;
  /** The full name inside the host; a name nobody knows stands as the model gave it. */
  readonly name: string;
  /** The server's own name of the tool, where there is one; otherwise the same as `name`. */
  readonly tool: string;
  /** The arguments as an object, where they can be read as one. */
  readonly arguments: JsonObject | undefined;
  /** The arguments as the model gave them. */
  readonly argumentsText: string;
  readonly executor: "host" | "client";
  /** Whether it is a call of the host's own meta-tool. */
  readonly meta: boolean;
};

/** What a call of the host brought. `text` is what the tool said, without the form a profile gives it for the model. */
export type TurnResult = { readonly call: TurnCall; readonly text: string; readonly isError: boolean };

/** Why a turn ended well, or well enough to be answered. */
export type TurnFinish = "stop" | "length" | "content-filter" | "tool-calls" | "max-rounds" | "repeated-call";

/** What kind of failure ended a turn, for the forms of errors of the surfaces. */
export type TurnFailure = "request" | "model" | "max-rounds" | "timeout" | "aborted";

/**
 * What happens in a turn, in order, as it happens. Every turn ends with exactly one `end` or `error`. `calls` comes once per
 * answer of the model that has some, before any of them runs; `round` when an answer has ended and another follows. `injected`, between
 * two answers, says that results of other agents were put into the conversation.
 */
export type TurnEvent =
  | { readonly kind: "content" | "reasoning"; readonly text: string }
  | { readonly kind: "calls"; readonly calls: readonly TurnCall[] }
  | { readonly kind: "result"; readonly result: TurnResult }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "injected"; readonly count: number; readonly agents: readonly string[] }
  | { readonly kind: "round"; readonly usage: ModelUsage }
  | { readonly kind: "end"; readonly finish: TurnFinish; readonly clientCalls: readonly TurnCall[]; readonly usage: ModelUsage }
  | { readonly kind: "error"; readonly failure: TurnFailure; readonly status: number; readonly message: string };
