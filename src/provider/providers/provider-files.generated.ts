// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { Provider } from "../provider.ts";
import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import { geminiJsonSchema } from "./gemini-json-schema.ts";
import { gemini } from "./gemini.ts";
import { llamaCpp } from "./llama-cpp.ts";
import { mistral } from "./mistral.ts";
import { ollama } from "./ollama.ts";
import { openaiStrict } from "./openai-strict.ts";
import { openai } from "./openai.ts";
import { vllm } from "./vllm.ts";

/** Every provider, by the path of its file. */
export const providerFiles: readonly Provider[] = [
  anthropic,
  bedrock,
  geminiJsonSchema,
  gemini,
  llamaCpp,
  mistral,
  ollama,
  openaiStrict,
  openai,
  vllm,
];
