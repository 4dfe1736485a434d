import type { ModelTool } from "../../model/model-backend.ts";
import type { ModelMessage } from "../../model/model-message.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import type { Host } from "../surface/host.ts";
import type { ChatRequest } from "../surface/host-request.ts";

/** The tool by which a worker without servers ends its task. */
export const respondTool: ModelTool = {
  name: "respond_to_manager",
  description: "Ends the task: gives the manager the answer and says whether the task could be done",
  parameters: {
    type: "object",
    properties: {
      response: { type: "string", description: "the answer" },
      success: { type: "boolean", description: "whether the task could be done" },
    },
    required: ["response", "success"],
  },
};

const reminder =
  "End the task with a call of respond_to_manager: response is your answer, success says whether the task could be done.";

/**
 * A chat that ends with a call of `respond_to_manager`: its response is what is said, or why the task failed. A model that answers in text
 * is reminded once; does it go on in text, the task fails, and the text is told with that, so that nothing is lost.
 */
export function answeringChat(host: Host, request: ChatRequest, signal: AbortSignal): ReturnType<Host["chat"]> {
  const chat = (messages: readonly ModelMessage[]): ReturnType<Host["chat"]> =>
    host.chat({ ...request, messages, clientTools: [respondTool] }, { ask: undefined }, signal);
  const first = chat(request.messages);
  return "refusal" in first ? first : { events: play(first.events, request.messages) };

  async function* play(events: AsyncIterable<TurnEvent>, before: readonly ModelMessage[]): AsyncIterable<TurnEvent> {
    let answer = events;
    for (let isReminded = false; ; isReminded = true) {
      let text = "";
      let end: TurnEvent | undefined;
      for await (const event of answer) {
        if (event.kind === "content") text += event.text;
        else if (event.kind === "end" || event.kind === "error") end = event;
        else yield event;
      }
      if (end?.kind !== "end") {
        if (end !== undefined) yield end;
        return;
      }
      const given = end.clientCalls.find(({ name }) => name === respondTool.name)?.arguments;
      const { response, success } = given ?? {};
      if (typeof response === "string") {
        if (success === false) return yield failed(response);
        if (response !== "") yield { kind: "content", text: response };
        return yield { ...end, finish: "stop", clientCalls: [] };
      }
      if (isReminded) return yield failed(`the task was not ended with ${respondTool.name}; what was said: ${text}`);
      const said: readonly ModelMessage[] = text === "" ? [] : [{ role: "assistant", content: text }];
      const next = chat([...before, ...said, { role: "user", content: reminder }]);
      if ("refusal" in next) return yield { kind: "error", failure: "request", ...next.refusal };
      answer = next.events;
    }
  }
}

function failed(message: string): TurnEvent {
  return { kind: "error", failure: "model", status: 502, message };
}
