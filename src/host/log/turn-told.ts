import type { HostEvent } from "./host-event.ts";

/** The events of a turn that are told besides its calls; the members are those of a turn's events. */
export function turnTold(
  event:
    | { readonly kind: "notice"; readonly text: string }
    | { readonly kind: "end"; readonly finish: string }
    | { readonly kind: "error"; readonly status: number; readonly message: string }
    | { readonly kind: "content" | "reasoning" | "calls" | "result" | "round" | "injected" },
): HostEvent | undefined {
  if (event.kind === "notice") return { kind: "notice", text: event.text };
  if (event.kind === "end") return { kind: "end", finish: event.finish };
  return event.kind === "error" ? { kind: "error", status: event.status, message: event.message } : undefined;
}
