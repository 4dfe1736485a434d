import type { ModelMessage } from "./model-message.ts";

/** A tool offered to the model. `parameters` is its JSON Schema, handed over unchanged. */
export type ModelTool = {
  readonly name: string;
  readonly description?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Whether the model may, must not or must call a tool, or which one. Wires without the notion (Ollama) leave it out. */
export type ToolChoice = "auto" | "none" | "required" | { readonly name: string };

/** One turn asked of a model. */
export type ModelRequest = {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** Without any, the member is left out of the request. */
  readonly tools: readonly ModelTool[];
  readonly toolChoice?: ToolChoice;
  /** Sampling and other settings by the wire's own names: under `options` on Ollama, top-level members on OpenAI. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Members of the request itself that stand beside `options` on Ollama's wire: format, keep_alive, think. Others take none. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Whether the server is asked to stream. The events are the same either way, but for their size. */
  readonly stream: boolean;
};

/** Why the model stopped; `other` for a word none of the wires has. */
export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "other";

/** Tokens as the server counted them. */
export type ModelUsage = { readonly promptTokens: number; readonly completionTokens: number };

/**
 * What kind of failure ended a turn: the server answered with an error (`http` with a status, `server` within a stream), was
 * not reachable or broke off (`connection`), sent what its wire does not have (`protocol`), ended without a final message
 * (`truncated`), or the caller aborted (`aborted`).
 */
export type ModelErrorCode = "http" | "server" | "connection" | "protocol" | "truncated" | "aborted";

/**
 * What a model says, in order. Every sequence ends with exactly one `done` or `error`.
 *
 * `content` is the visible text; of a server that does not look for calls it is the raw text of the model, markers included,
 * and carries the ids of its tokens where the wire has them. A call is announced (`call-start`), its arguments come as
 * fragments that add up, and `call` gives the whole of it once; on a wire that delivers calls at once the three follow each
 * other. Indices count from 0 in the order of announcement. `arguments` is text as the model gave it: mostly the JSON text of
 * an object, but a model may say anything. `name` may be empty, `id` missing or a repetition: that is for the host to bear.
 */
export type ModelEvent =
  | { readonly kind: "content"; readonly text: string; readonly tokenIds?: readonly number[] }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "call-start"; readonly index: number; readonly id?: string; readonly name: string }
  | { readonly kind: "call-arguments"; readonly index: number; readonly fragment: string }
  | { readonly kind: "call"; readonly index: number; readonly id?: string; readonly name: string; readonly arguments: string }
  | {
      readonly kind: "done";
      readonly finish: FinishReason;
      /** The server's own word for it, if it gave one. */
      readonly reported?: string;
      readonly usage?: ModelUsage;
    }
  | {
      readonly kind: "error";
      readonly code: ModelErrorCode;
      /** HTTP status, for `http`. */
      readonly status?: number;
      /** The server's own text where it gave one. */
      readonly message: string;
    };

/**
 * Something that answers chats: a server on one of the wires, or a script played in this process. Never throws for what the
 * model or server does. `signal` ends the turn with an `aborted` error; leaving the loop early releases the connection.
 */
export type ModelBackend = {
  readonly chat: (request: ModelRequest, signal?: AbortSignal) => AsyncIterable<ModelEvent>;
  /** Names of the models there are, or why that cannot be told. */
  readonly listModels: (signal?: AbortSignal) => Promise<ModelList>;
};

/** The answer to "which models are there". */
export type ModelList = { readonly models: readonly string[] } | { readonly error: Extract<ModelEvent, { kind: "error" }> };
