import type { Provider } from "../provider.ts";
import { openaiRefusal } from "./shared/openai-refusal.ts";
import { openaiFunctions } from "./shared/openai-functions.ts";

export const openai: Provider = {
  id: "openai",
  title: "OpenAI",
  where: "function tools without strict, in Chat Completions and Responses",
  docs: "https://platform.openai.com/docs/guides/function-calling",
  read: "2026-11-23",
  rules: openaiFunctions,
  refusal: openaiRefusal,
};
