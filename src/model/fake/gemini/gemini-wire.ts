import { modelNames } from "../../script/script-for.ts";
import type { FakeModel } from "../fake-model.ts";
import type { Wire } from "../wire.ts";
import { geminiAnswer } from "./gemini-answer.ts";
import { geminiError } from "./gemini-error.ts";
import { readGemini } from "./gemini-request.ts";

/** Where content is asked for: the model and the method are in the path. */
export const geminiPath = /^\/v1(?:alpha|beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Gemini's `generateContent` and `streamGenerateContent`. */
export const geminiWire: Wire = {
  name: "gemini",
  readChat(body, _, { target }) {
    const { pathname, searchParams } = new URL(target, "http://localhost");
    const [, name = "", method] = geminiPath.exec(pathname) ?? [];
    const read = readGemini(body, decoded(name), method === "streamGenerateContent");
    if ("refusal" in read) return read;
    const { model } = read.value;
    const sse = searchParams.get("alt") === "sse";
    return {
      value: {
        request: read.value,
        thinks: false,
        answer: (utterance, { sequence }) => geminiAnswer(utterance, { id: `response-${sequence}`, model, sse }),
      },
    };
  },
  errorBody: geminiError,
  badJson: () => ({ status: 400, message: "Invalid JSON payload received. Unexpected token." }),
  unknownModel: (model) => ({
    status: 404,
    message: `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
  }),
  lacking: (what, model) => ({ status: 400, message: `${what} is not supported by models/${model}` }),
};

/** The answer of /v1beta/models. */
export function geminiModels(fake: FakeModel): object {
  const supportedGenerationMethods = ["generateContent"];
  return {
    models: modelNames(fake.scripts).map((name) => ({ name: `models/${name}`, displayName: name, supportedGenerationMethods })),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
