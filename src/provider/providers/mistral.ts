import type { Provider } from "../provider.ts";

export const mistral: Provider = {
  id: "mistral",
  title: "Mistral",
  where: "tools of a request, as mistral-common validates them",
  docs: "https://docs.mistral.ai/capabilities/function_calling",
  read: "2026-11-23",
  rules: [
    {
      kind: "name",
      pattern: "^[a-zA-Z0-9_-]{1,64}$",
      longest: 64,
      says: "“must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64”",
      mend: "give it a shorter name of such characters",
      source: "https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py",
    },
  ],
  refusal: {
    status: 400,
    body: { object: "error", message: "{message}", type: "invalid_request_error", param: null, code: null },
    words: {},
    otherwise: {
      message:
        "Function name was {tool} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of {limit}.",
    },
    source: "https://github.com/mistralai/client-python/issues/91",
  },
};
