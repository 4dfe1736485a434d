import type { Clock } from "../../base/time/clock.ts";
import type { ModelBackend, ModelEvent, ModelRequest } from "../../model/model-backend.ts";
import type { Tell } from "./host-event.ts";

/** A model whose every request and answer is told. */
export function tellingBackend(backend: ModelBackend, clock: Clock, tell: Tell): ModelBackend {
  return {
    listModels: (signal) => backend.listModels(signal),
    async *chat(request, signal) {
      tell({ kind: "tools-loaded", tool_count: request.tools.length, tool_names: request.tools.map(({ name }) => name) });
      tell(requestEvent(request));
      const began = clock.now();
      const heard: ModelEvent[] = [];
      try {
        for await (const event of backend.chat(request, signal)) {
          if (event.kind !== "call-start" && event.kind !== "call-arguments") heard.push(event);
          yield event;
        }
      } finally {
        tell(answerEvent(heard, Math.round(clock.now() - began)));
      }
    },
  };
}

function requestEvent({ model, messages, tools, options = {}, stream }: ModelRequest): Parameters<Tell>[0] {
  return { kind: "model-request", model, messages, tools: tools.map(({ name }) => name), options, stream };
}

/** All pieces of an answer as one; without an end the host has left it. */
function answerEvent(heard: readonly ModelEvent[], ms: number): Parameters<Tell>[0] {
  const textOf = (kind: "content" | "reasoning"): string =>
    heard.map((event) => (event.kind === kind ? event.text : "")).join("");
  const last = heard.at(-1);
  return {
    kind: "model-answer",
    text: textOf("content"),
    reasoning: textOf("reasoning"),
    calls: heard.flatMap((event) => (event.kind === "call" ? [{ name: event.name, arguments: event.arguments }] : [])),
    finish: last?.kind === "done" ? last.finish : last?.kind === "error" ? "error" : "left",
    ...(last?.kind === "error" ? { message: last.message } : {}),
    ...(last?.kind === "done" && last.usage !== undefined ? { usage: last.usage } : {}),
    ms,
  };
}
