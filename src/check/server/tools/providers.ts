import { anthropic } from "../../../provider/providers/anthropic.ts";
import { bedrock } from "../../../provider/providers/bedrock.ts";
import { gemini } from "../../../provider/providers/gemini.ts";
import { geminiJsonSchema } from "../../../provider/providers/gemini-json-schema.ts";
import { llamaCpp } from "../../../provider/providers/llama-cpp.ts";
import { mistral } from "../../../provider/providers/mistral.ts";
import { ollama } from "../../../provider/providers/ollama.ts";
import { openai } from "../../../provider/providers/openai.ts";
import { openaiStrict } from "../../../provider/providers/openai-strict.ts";
import { vllm } from "../../../provider/providers/vllm.ts";
import type { Check } from "../../check.ts";
import { providerCheck } from "../../provider/provider-check.ts";

export const toolsProviderAnthropic: Check = providerCheck(anthropic);

export const toolsProviderBedrock: Check = providerCheck(bedrock);

export const toolsProviderGemini: Check = providerCheck(gemini);

export const toolsProviderGeminiJsonSchema: Check = providerCheck(geminiJsonSchema);

export const toolsProviderLlamaCpp: Check = providerCheck(llamaCpp);

export const toolsProviderMistral: Check = providerCheck(mistral);

export const toolsProviderOllama: Check = providerCheck(ollama);

export const toolsProviderOpenai: Check = providerCheck(openai);

export const toolsProviderOpenaiStrict: Check = providerCheck(openaiStrict);

export const toolsProviderVllm: Check = providerCheck(vllm);
