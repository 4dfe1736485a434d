import { openaiAnswer } from "./openai-answer.ts";
import { openaiError } from "./openai-error.ts";
import { readOpenaiChat } from "./openai-request.ts";
import type { Wire } from "../wire.ts";

/** OpenAI's /v1/chat/completions. */
export const openaiWire: Wire = {
  name: "openai",
  readChat(body) {
    const read = readOpenaiChat(body);
    if ("refusal" in read) return read;
    const { request, includeUsage, logprobs, tokenIds } = read.value;
    return {
      value: {
        request,
        thinks: false,
        answer: (utterance, { date, sequence }) =>
          openaiAnswer(utterance, {
            id: `chatcmpl-${sequence}`,
            model: request.model,
            created: Math.floor(date().getTime() / 1000),
            includeUsage,
            logprobs,
            tokenIds,
          }),
      },
    };
  },
  errorBody: openaiError,
  badJson: () => ({ status: 400, message: "We could not parse the JSON body of your request." }),
  unknownModel: (model) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    code: "model_not_found",
  }),
  lacking: (what, model) => ({
    status: 400,
    message: `${model} does not support ${what}.`,
    param: what,
    code: "unsupported_parameter",
  }),
};
