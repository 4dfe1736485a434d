import { anthropicAnswer } from "./anthropic-answer.ts";
import { anthropicError } from "./anthropic-error.ts";
import { readAnthropicMessages } from "./anthropic-request.ts";
import type { Wire } from "../wire.ts";

/** Anthropic's /v1/messages. */
export const anthropicWire: Wire = {
  name: "anthropic",
  readChat(body, headers) {
    if (headers["anthropic-version"] === undefined)
      return { refusal: { status: 400, message: "anthropic-version: header is required" } };
    const read = readAnthropicMessages(body);
    if ("refusal" in read) return read;
    const { model } = read.value;
    return {
      value: {
        request: read.value,
        thinks: false,
        answer: (utterance, { sequence }) => anthropicAnswer(utterance, { id: `msg_${sequence}`, model }),
      },
    };
  },
  errorBody: anthropicError,
  badJson: () => ({ status: 400, message: "The request body is not valid JSON" }),
  unknownModel: (model) => ({ status: 404, message: `model: ${model}` }),
  lacking: (what, model) => ({ status: 400, message: `${model} does not support ${what}` }),
};
