import type { ModelMessage } from "../../model/model-message.ts";
import type { FinishReason, ModelUsage } from "../../model/model-backend.ts";

/** How much is said: of each level what the levels before it say as well. */
export const logLevels = ["error", "warn", "info", "debug"] as const;

/** One of them. */
export type LogLevel = (typeof logLevels)[number];

/** Why something may happen, or may not; `key` is the setting that decides it, where one does. */
export type DecisionEvent = {
  readonly kind: "decision";
  readonly about: "start" | "call";
  readonly server?: string;
  readonly tool?: string;
  readonly allowed: boolean;
  readonly why: string;
  readonly key?: string;
};

/**
 * What a host does and why, for a trace: a line of JSON each. The three that one known host logs have its keys. Times are whole
 * milliseconds.
 */
export type HostEvent =
  | { readonly kind: "service-initialized"; readonly server_count: number }
  | {
      readonly kind: "tools-listed";
      readonly server: string;
      readonly tool_count: number;
      readonly tool_names: readonly string[];
      readonly ms: number;
    }
  | { readonly kind: "tools-created"; readonly servers: readonly string[]; readonly total_tools: number }
  | { readonly kind: "tools-loaded"; readonly tool_count: number; readonly tool_names: readonly string[] }
  | { readonly kind: "list-failed"; readonly server: string; readonly message: string; readonly ms: number }
  | {
      readonly kind: "model-request";
      readonly model: string;
      readonly messages: readonly ModelMessage[];
      readonly tools: readonly string[];
      readonly options: Readonly<Record<string, unknown>>;
      readonly stream: boolean;
    }
  | {
      readonly kind: "model-answer";
      readonly text: string;
      readonly reasoning: string;
      readonly calls: readonly { readonly name: string; readonly arguments: string }[];
      readonly finish: FinishReason | "error" | "left";
      readonly message?: string;
      readonly usage?: ModelUsage;
      readonly ms: number;
    }
  | { readonly kind: "call"; readonly id: string; readonly tool: string; readonly arguments: string; readonly executor: string }
  | {
      readonly kind: "result";
      readonly id: string;
      readonly tool: string;
      readonly text: string;
      readonly failed: boolean;
      readonly ms: number;
    }
  | DecisionEvent
  | {
      readonly kind: "wire";
      readonly server: string;
      readonly way: "sent" | "received" | "stderr" | "ended";
      readonly text: string;
    }
  | { readonly kind: "warning" | "notice"; readonly text: string }
  | { readonly kind: "end"; readonly finish: string }
  | { readonly kind: "error"; readonly status: number; readonly message: string };

/** Is told what a host does, as it does it. */
export type Tell = (event: HostEvent) => void;

/** Tells nobody. */
export const tellNobody: Tell = () => undefined;

/** The level from which on an event is said. */
export function levelOf(event: HostEvent): LogLevel {
  switch (event.kind) {
    case "error":
      return "error";
    case "warning":
      return "warn";
    case "decision":
      return event.allowed ? "debug" : "info";
    case "wire":
    case "model-request":
    case "model-answer":
      return "debug";
    default:
      return "info";
  }
}
