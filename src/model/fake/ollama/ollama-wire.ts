import { ollamaAnswer } from "./ollama-answer.ts";
import { readOllamaChat } from "./ollama-request.ts";
import { generateAnswer, readOllamaGenerate } from "./ollama-generate.ts";
import type { Wire } from "../wire.ts";

/** What /api/chat and /api/generate have in common. */
const common: Omit<Wire, "readChat"> = {
  name: "ollama",
  errorBody: ({ message }) => JSON.stringify({ error: message }),
  badJson: (text) =>
    text === ""
      ? { status: 400, message: "missing request body" }
      : { status: 400, message: `invalid character ${JSON.stringify(text.trimStart().charAt(0))} in the request body` },
  unknownModel: (model) => ({ status: 404, message: `model '${model}' not found` }),
  lacking: (what, model) =>
    what === "tools"
      ? {
          status: 400,
          message: `registry.ollama.ai/library/${model.includes(":") ? model : `${model}:latest`} does not support tools`,
        }
      : { status: 400, message: `${JSON.stringify(model)} does not support ${what}` },
};

/** Ollama's /api/chat. */
export const ollamaWire: Wire = {
  ...common,
  readChat(body) {
    const read = readOllamaChat(body);
    if ("refusal" in read) return read;
    const { request, logprobs, thinks } = read.value;
    const { model } = request;
    return {
      value: {
        request,
        thinks,
        answer: (utterance, { date }) => ollamaAnswer(utterance, { model, date, logprobs }),
        ...(request.messages.length > 0
          ? {}
          : {
              immediate: ({ date }) =>
                JSON.stringify({
                  model,
                  created_at: date().toISOString(),
                  message: { role: "assistant", content: "" },
                  done: true,
                  done_reason: "load",
                }),
            }),
      },
    };
  },
};

/** Ollama's /api/generate: one prompt, one text. */
export const ollamaGenerateWire: Wire = {
  ...common,
  readChat(body) {
    const read = readOllamaGenerate(body);
    if ("refusal" in read) return read;
    const { model } = read.value;
    return {
      value: { request: read.value, thinks: false, answer: (utterance, { date }) => generateAnswer(utterance, { model, date }) },
    };
  },
};
