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
import { deepseek41 } from "./deepseek/deepseek-v4.1.ts";
import { deepseek4 } from "./deepseek/deepseek-v4.ts";
import { functionary31 } from "./functionary/functionary-v3.1.ts";
import { functionary32 } from "./functionary/functionary-v3.2.ts";
import { functionGemma } from "./google/functiongemma.ts";
import { gemma4 } from "./google/gemma4.ts";
import { granite20bFc } from "./ibm/granite-20b-fc.ts";
import { granite3 } from "./ibm/granite3.ts";
import { granite4 } from "./ibm/granite4.ts";
import { llama3 } from "./meta/llama3.1.ts";
import { llama4 } from "./meta/llama4.ts";
import { museGlimmer } from "./meta/muse-glimmer.ts";
import { minimaxM1 } from "./minimax/minimax-m1.ts";
import { minimaxM2 } from "./minimax/minimax-m2.ts";
import { minimaxM3 } from "./minimax/minimax-m3.ts";
import { ministral } from "./mistral/ministral.ts";
import { mistralNemo } from "./mistral/mistral-nemo.ts";
import { mistralSmall31 } from "./mistral/mistral-small3.1.ts";
import { mistralSmall32 } from "./mistral/mistral-small3.2.ts";
import { kimiK2 } from "./moonshot/kimi-k2.ts";
import { kimiK3 } from "./moonshot/kimi-k3.ts";
import { apertus } from "./others/apertus.ts";
import { apriel } from "./others/apriel.ts";
import { firefunction2 } from "./others/firefunction-v2.ts";
import { gigachat3 } from "./others/gigachat3.ts";
import { gptOss } from "./others/gpt-oss.ts";
import { hermes } from "./others/hermes.ts";
import { inkling } from "./others/inkling.ts";
import { internlm2 } from "./others/internlm2.ts";
import { jamba } from "./others/jamba.ts";
import { laguna } from "./others/laguna.ts";
import { lfm2 } from "./others/lfm2.ts";
import { ling3 } from "./others/ling3.ts";
import { llamaNemotron } from "./others/llama-nemotron.ts";
import { longcat } from "./others/longcat.ts";
import { minicpm5 } from "./others/minicpm5.ts";
import { nemotron3Nano } from "./others/nemotron-3-nano.ts";
import { olmo3 } from "./others/olmo3.ts";
import { phi4Mini } from "./others/phi4-mini.ts";
import { seedOss } from "./others/seed-oss.ts";
import { step3 } from "./others/step3.ts";
import { xlam } from "./others/xlam.ts";
import { hunyuanA13b } from "./tencent/hunyuan-a13b.ts";
import { hy3 } from "./tencent/hy3.ts";
import { solarOpen } from "./upstage/solar-open.ts";
import { solarOpen2 } from "./upstage/solar-open2.ts";
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
  deepseek41,
  deepseek4,
  functionary31,
  functionary32,
  functionGemma,
  gemma4,
  granite20bFc,
  granite3,
  granite4,
  llama3,
  llama4,
  museGlimmer,
  minimaxM1,
  minimaxM2,
  minimaxM3,
  ministral,
  mistralNemo,
  mistralSmall31,
  mistralSmall32,
  kimiK2,
  kimiK3,
  apertus,
  apriel,
  firefunction2,
  gigachat3,
  gptOss,
  hermes,
  inkling,
  internlm2,
  jamba,
  laguna,
  lfm2,
  ling3,
  llamaNemotron,
  longcat,
  minicpm5,
  nemotron3Nano,
  olmo3,
  phi4Mini,
  seedOss,
  step3,
  xlam,
  hunyuanA13b,
  hy3,
  solarOpen,
  solarOpen2,
  glm45,
  glm47,
];
