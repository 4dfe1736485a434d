import type { Provider } from "../provider.ts";
import type { Rule } from "../rule.ts";

const backend = "https://github.com/vllm-project/vllm/blob/main/vllm/v1/structured_output/backend_xgrammar.py";

const unsupported = {
  says: "“The provided JSON schema contains features not supported by xgrammar”",
  mend: "say it in the description",
  source: backend,
} satisfies Partial<Rule>;

export const vllm: Provider = {
  id: "vllm",
  title: "vLLM",
  where: "schemas of tools that structured outputs enforce, with the backend xgrammar; `auto` falls back to another one",
  docs: "https://docs.vllm.ai/en/latest/features/structured_outputs.html",
  read: "2026-11-23",
  rules: [
    { kind: "without", keywords: ["multipleOf"], types: ["integer", "number"], ...unsupported },
    { kind: "without", keywords: ["uniqueItems", "contains", "minContains", "maxContains"], types: ["array"], ...unsupported },
    {
      kind: "formats",
      type: "string",
      only: "email date time date-time duration ipv4 ipv6 hostname uuid uri uri-reference uri-template json-pointer relative-json-pointer".split(
        " ",
      ),
      ...unsupported,
    },
    { kind: "apart", keywords: ["minLength", "maxLength"], beside: ["pattern", "format"], types: ["string"], ...unsupported },
    { kind: "apart", keywords: ["patternProperties"], beside: ["properties"], types: ["object"], ...unsupported },
    {
      kind: "apart",
      keywords: ["propertyNames"],
      beside: ["properties", "patternProperties"],
      types: ["object"],
      ...unsupported,
    },
  ],
  refusal: {
    status: 400,
    body: { error: { message: "{message}", type: "BadRequestError", param: null, code: 400 } },
    words: {},
    otherwise: { message: "The provided JSON schema contains features not supported by xgrammar." },
    source: "https://github.com/vllm-project/vllm/issues/16321",
  },
};
