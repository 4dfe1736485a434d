// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { ModelFamily } from "./family.ts";
import { qwen25 } from "./alibaba/qwen2.5.ts";
import { qwen3Coder } from "./alibaba/qwen3-coder.ts";
import { qwen3Vl } from "./alibaba/qwen3-vl.ts";
import { qwen35 } from "./alibaba/qwen3.5.ts";
import { qwen3 } from "./alibaba/qwen3.ts";
import { commandA } from "./cohere/command-a.ts";
import { commandR } from "./cohere/command-r.ts";
import { cogito } from "./deepseek/cogito.ts";
import { deepseek3 } from "./deepseek/deepseek-v3.1.ts";
import { deepseek32 } from "./deepseek/deepseek-v3.2.ts";
import { functionGemma } from "./google/functiongemma.ts";
import { gemma4 } from "./google/gemma4.ts";
import { granite3 } from "./ibm/granite3.ts";
import { granite4 } from "./ibm/granite4.ts";
import { ministral } from "./mistral/ministral.ts";
import { mistralNemo } from "./mistral/mistral-nemo.ts";
import { mistralSmall31 } from "./mistral/mistral-small3.1.ts";
import { mistralSmall32 } from "./mistral/mistral-small3.2.ts";
import { gptOss } from "./others/gpt-oss.ts";
import { hermes } from "./others/hermes.ts";
import { kimiK2 } from "./others/kimi-k2.ts";
import { lfm2 } from "./others/lfm2.ts";
import { llama3 } from "./others/llama3.1.ts";
import { llama4 } from "./others/llama4.ts";
import { minimaxM2 } from "./others/minimax-m2.ts";
import { nemotron3Nano } from "./others/nemotron-3-nano.ts";
import { olmo3 } from "./others/olmo3.ts";
import { phi4Mini } from "./others/phi4-mini.ts";
import { seedOss } from "./others/seed-oss.ts";
import { glm45 } from "./zhipu/glm4.5.ts";
import { glm47 } from "./zhipu/glm4.7.ts";

/** Every model family, by the path of its file. */
export const familyFiles: readonly ModelFamily[] = [
  qwen25,
  qwen3Coder,
  qwen3Vl,
  qwen35,
  qwen3,
  commandA,
  commandR,
  cogito,
  deepseek3,
  deepseek32,
  functionGemma,
  gemma4,
  granite3,
  granite4,
  ministral,
  mistralNemo,
  mistralSmall31,
  mistralSmall32,
  gptOss,
  hermes,
  kimiK2,
  lfm2,
  llama3,
  llama4,
  minimaxM2,
  nemotron3Nano,
  olmo3,
  phi4Mini,
  seedOss,
  glm45,
  glm47,
];
