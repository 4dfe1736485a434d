import type { ModelFamily } from "./family.ts";
import { cogito } from "./cogito.ts";
import { commandA } from "./command-a.ts";
import { commandR } from "./command-r.ts";
import { deepseek3 } from "./deepseek-v3.1.ts";
import { functionGemma } from "./functiongemma.ts";
import { gemma4 } from "./gemma4.ts";
import { glm45 } from "./glm4.5.ts";
import { glm47 } from "./glm4.7.ts";
import { gptOss } from "./gpt-oss.ts";
import { granite3 } from "./granite3.ts";
import { granite4 } from "./granite4.ts";
import { hermes } from "./hermes.ts";
import { lfm2 } from "./lfm2.ts";
import { llama3 } from "./llama3.1.ts";
import { ministral } from "./ministral.ts";
import { mistralNemo } from "./mistral-nemo.ts";
import { mistralSmall31 } from "./mistral-small3.1.ts";
import { mistralSmall32 } from "./mistral-small3.2.ts";
import { nemotron3Nano } from "./nemotron-3-nano.ts";
import { olmo3 } from "./olmo3.ts";
import { phi4Mini } from "./phi4-mini.ts";
import { qwen25 } from "./qwen2.5.ts";
import { qwen3 } from "./qwen3.ts";
import { qwen3Coder } from "./qwen3-coder.ts";
import { qwen3Vl } from "./qwen3-vl.ts";
import { qwen35 } from "./qwen3.5.ts";

/** Every model family, alphabetically. A new one is one file and one line here. */
export const families: readonly ModelFamily[] = [
  cogito,
  commandA,
  commandR,
  deepseek3,
  functionGemma,
  gemma4,
  glm45,
  glm47,
  gptOss,
  granite3,
  granite4,
  hermes,
  lfm2,
  llama3,
  ministral,
  mistralNemo,
  mistralSmall31,
  mistralSmall32,
  nemotron3Nano,
  olmo3,
  phi4Mini,
  qwen25,
  qwen3,
  qwen3Coder,
  qwen3Vl,
  qwen35,
];

/** The family of an id. */
export function familyById(id: string): ModelFamily | undefined {
  return families.find((family) => family.id === id);
}
