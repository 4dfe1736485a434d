// Written by `npm run build` (scripts/registries), so that an addition costs its own file alone.
import type { ToolCallFormat } from "../format.ts";
import { qwen25 } from "./alibaba/qwen2.5.ts";
import { qwen3Coder } from "./alibaba/qwen3-coder.ts";
import { commandA } from "./cohere/command-a.ts";
import { commandRPlus } from "./cohere/command-r-plus.ts";
import { deepseekV31 } from "./deepseek/deepseek-v3.1.ts";
import { deepseekV32 } from "./deepseek/deepseek-v3.2.ts";
import { deepseekV3 } from "./deepseek/deepseek-v3.ts";
import { deepseekV41 } from "./deepseek/deepseek-v4.1.ts";
import { deepseekV4 } from "./deepseek/deepseek-v4.ts";
import { functionaryV31 } from "./functionary/functionary-v3.1.ts";
import { functionaryV32 } from "./functionary/functionary-v3.2.ts";
import { firefunctionV2 } from "./general/firefunction-v2.ts";
import { genericJson } from "./general/generic-json.ts";
import { hermes } from "./general/hermes.ts";
import { xlam } from "./general/xlam.ts";
import { functiongemma } from "./google/functiongemma.ts";
import { gemma4 } from "./google/gemma4.ts";
import { granite20bFc } from "./ibm/granite-20b-fc.ts";
import { granite3 } from "./ibm/granite3.ts";
import { granite4 } from "./ibm/granite4.ts";
import { llama3Json } from "./meta/llama3-json.ts";
import { museGlimmer } from "./meta/muse-glimmer.ts";
import { pythonic } from "./meta/pythonic.ts";
import { minimaxM1 } from "./minimax/minimax-m1.ts";
import { minimaxM2 } from "./minimax/minimax-m2.ts";
import { minimaxM3 } from "./minimax/minimax-m3.ts";
import { mistralCallid } from "./mistral/mistral-callid.ts";
import { mistralV11 } from "./mistral/mistral-v11.ts";
import { mistralV13 } from "./mistral/mistral-v13.ts";
import { mistralV3 } from "./mistral/mistral-v3.ts";
import { kimiK2 } from "./moonshot/kimi-k2.ts";
import { kimiK3 } from "./moonshot/kimi-k3.ts";
import { apertus } from "./others/apertus.ts";
import { apriel } from "./others/apriel.ts";
import { ernie45 } from "./others/ernie4.5.ts";
import { gigachat3 } from "./others/gigachat3.ts";
import { gptOss } from "./others/gpt-oss.ts";
import { inkling } from "./others/inkling.ts";
import { internlm2 } from "./others/internlm2.ts";
import { jamba } from "./others/jamba.ts";
import { laguna } from "./others/laguna.ts";
import { lfm2 } from "./others/lfm2.ts";
import { ling3 } from "./others/ling3.ts";
import { longcat } from "./others/longcat.ts";
import { minicpm5 } from "./others/minicpm5.ts";
import { nemotronToolcall } from "./others/nemotron-toolcall.ts";
import { olmo3 } from "./others/olmo3.ts";
import { phi4Mini } from "./others/phi4-mini.ts";
import { plamo3 } from "./others/plamo3.ts";
import { sarashina } from "./others/sarashina.ts";
import { seedOss } from "./others/seed-oss.ts";
import { step3 } from "./others/step3.ts";
import { hunyuanA13b } from "./tencent/hunyuan-a13b.ts";
import { hy3 } from "./tencent/hy3.ts";
import { solarOpen } from "./upstage/solar-open.ts";
import { solarOpen2 } from "./upstage/solar-open2.ts";
import { glm40414 } from "./zhipu/glm-4-0414.ts";
import { glm45 } from "./zhipu/glm4.5.ts";
import { glm47 } from "./zhipu/glm4.7.ts";

/** Every format, by the path of its file. */
export const formatFiles: readonly ToolCallFormat[] = [
  qwen25,
  qwen3Coder,
  commandA,
  commandRPlus,
  deepseekV31,
  deepseekV32,
  deepseekV3,
  deepseekV41,
  deepseekV4,
  functionaryV31,
  functionaryV32,
  firefunctionV2,
  genericJson,
  hermes,
  xlam,
  functiongemma,
  gemma4,
  granite20bFc,
  granite3,
  granite4,
  llama3Json,
  museGlimmer,
  pythonic,
  minimaxM1,
  minimaxM2,
  minimaxM3,
  mistralCallid,
  mistralV11,
  mistralV13,
  mistralV3,
  kimiK2,
  kimiK3,
  apertus,
  apriel,
  ernie45,
  gigachat3,
  gptOss,
  inkling,
  internlm2,
  jamba,
  laguna,
  lfm2,
  ling3,
  longcat,
  minicpm5,
  nemotronToolcall,
  olmo3,
  phi4Mini,
  plamo3,
  sarashina,
  seedOss,
  step3,
  hunyuanA13b,
  hy3,
  solarOpen,
  solarOpen2,
  glm40414,
  glm45,
  glm47,
];
