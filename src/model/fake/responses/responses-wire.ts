import type { ModelMessage } from "../../model-message.ts";
import type { Utterance } from "../../player/utterance.ts";
import { openaiWire } from "../openai/openai-wire.ts";
import type { Wire } from "../wire.ts";
import { responsesAnswer, wholeItems } from "./responses-answer.ts";
import { readResponses } from "./responses-request.ts";

/** OpenAI's /v1/responses. What it refuses it refuses as /v1/chat/completions does. */
export const responsesWire: Wire = {
  ...openaiWire,
  readChat(body, _, { fake }) {
    const read = readResponses(body, fake.responses);
    if ("refusal" in read) return read;
    const { request, echoed, spaces, stored, said } = read.value;
    return {
      value: {
        request,
        thinks: false,
        answer(utterance, { date, sequence }) {
          const id = `resp_${sequence}`;
          if (stored) {
            const answered = messagesOf(utterance, id);
            for (const [item, message] of answered) fake.responses.put(item, [message]);
            fake.responses.put(id, [...said, ...answered.map(([, message]) => message)]);
          }
          const created = Math.floor(date().getTime() / 1000);
          return responsesAnswer(utterance, { id, model: request.model, created, echoed, spaces });
        },
      },
    };
  },
};

/** What the model says, item by item, as it stands in a conversation that goes on. */
function messagesOf({ pieces }: Utterance, id: string): readonly (readonly [string, ModelMessage])[] {
  return wholeItems(pieces, { id }).map(({ id: item, kind, text, call }) => {
    if (call !== undefined) {
      const { id: callId, name, text: given } = call;
      const toolCall = { ...(callId === undefined ? {} : { id: callId }), name, arguments: given };
      return [item, { role: "assistant", content: "", toolCalls: [toolCall] }];
    }
    return [
      item,
      kind === "reasoning" ? { role: "assistant", content: "", reasoning: text } : { role: "assistant", content: text },
    ];
  });
}
