import type { ToolCallFormat } from "../format.ts";
import { apertus } from "./apertus.ts";
import { apriel } from "./apriel.ts";
import { commandA } from "./command-a.ts";
import { commandRPlus } from "./command-r-plus.ts";
import { deepseekV3 } from "./deepseek-v3.ts";
import { deepseekV31 } from "./deepseek-v3.1.ts";
import { deepseekV32 } from "./deepseek-v3.2.ts";
import { deepseekV4 } from "./deepseek-v4.ts";
import { deepseekV41 } from "./deepseek-v4.1.ts";
import { ernie45 } from "./ernie4.5.ts";
import { firefunctionV2 } from "./firefunction-v2.ts";
import { functionaryV31 } from "./functionary-v3.1.ts";
import { functionaryV32 } from "./functionary-v3.2.ts";
import { functiongemma } from "./functiongemma.ts";
import { gemma4 } from "./gemma4.ts";
import { genericJson } from "./generic-json.ts";
import { gigachat3 } from "./gigachat3.ts";
import { glm40414 } from "./glm-4-0414.ts";
import { glm45 } from "./glm4.5.ts";
import { glm47 } from "./glm4.7.ts";
import { gptOss } from "./gpt-oss.ts";
import { granite20bFc } from "./granite-20b-fc.ts";
import { granite3 } from "./granite3.ts";
import { granite4 } from "./granite4.ts";
import { hermes } from "./hermes.ts";
import { hunyuanA13b } from "./hunyuan-a13b.ts";
import { hy3 } from "./hy3.ts";
import { inkling } from "./inkling.ts";
import { internlm2 } from "./internlm2.ts";
import { jamba } from "./jamba.ts";
import { kimiK2 } from "./kimi-k2.ts";
import { kimiK3 } from "./kimi-k3.ts";
import { laguna } from "./laguna.ts";
import { lfm2 } from "./lfm2.ts";
import { ling3 } from "./ling3.ts";
import { llama3Json } from "./llama3-json.ts";
import { longcat } from "./longcat.ts";
import { minicpm5 } from "./minicpm5.ts";
import { minimaxM1 } from "./minimax-m1.ts";
import { minimaxM2 } from "./minimax-m2.ts";
import { minimaxM3 } from "./minimax-m3.ts";
import { mistralCallid } from "./mistral-callid.ts";
import { mistralV11 } from "./mistral-v11.ts";
import { mistralV13 } from "./mistral-v13.ts";
import { mistralV3 } from "./mistral-v3.ts";
import { museGlimmer } from "./muse-glimmer.ts";
import { nemotronToolcall } from "./nemotron-toolcall.ts";
import { olmo3 } from "./olmo3.ts";
import { phi4Mini } from "./phi4-mini.ts";
import { plamo3 } from "./plamo3.ts";
import { pythonic } from "./pythonic.ts";
import { qwen25 } from "./qwen2.5.ts";
import { qwen3Coder } from "./qwen3-coder.ts";
import { sarashina } from "./sarashina.ts";
import { seedOss } from "./seed-oss.ts";
import { solarOpen } from "./solar-open.ts";
import { solarOpen2 } from "./solar-open2.ts";
import { step3 } from "./step3.ts";
import { xlam } from "./xlam.ts";

/** Every format, sorted by id. */
export const formats: readonly ToolCallFormat[] = [
  apertus,
  apriel,
  commandA,
  commandRPlus,
  deepseekV3,
  deepseekV31,
  deepseekV32,
  deepseekV4,
  deepseekV41,
  ernie45,
  firefunctionV2,
  functionaryV31,
  functionaryV32,
  functiongemma,
  gemma4,
  genericJson,
  gigachat3,
  glm40414,
  glm45,
  glm47,
  gptOss,
  granite20bFc,
  granite3,
  granite4,
  hermes,
  hunyuanA13b,
  hy3,
  inkling,
  internlm2,
  jamba,
  kimiK2,
  kimiK3,
  laguna,
  lfm2,
  ling3,
  llama3Json,
  longcat,
  minicpm5,
  minimaxM1,
  minimaxM2,
  minimaxM3,
  mistralCallid,
  mistralV11,
  mistralV13,
  mistralV3,
  museGlimmer,
  nemotronToolcall,
  olmo3,
  phi4Mini,
  plamo3,
  pythonic,
  qwen25,
  qwen3Coder,
  sarashina,
  seedOss,
  solarOpen,
  solarOpen2,
  step3,
  xlam,
];

/** The format with this id, or undefined. */
export function formatById(id: string): ToolCallFormat | undefined {
  return formats.find((format) => format.id === id);
}
