import type { HostProfile, ProfileId } from "./host-profile.ts";
import { dolphin } from "./profiles/dolphin.ts";
import { llamafarm } from "./profiles/llamafarm.ts";
import { ollama } from "./profiles/ollama.ts";
import { ollmcpc } from "./profiles/ollmcpc.ts";
import { strict } from "./profiles/strict.ts";
import { vllmRs } from "./profiles/vllm-rs.ts";

/** Every profile by its name. */
export const profiles: Readonly<Record<ProfileId, HostProfile>> = {
  strict,
  ollama,
  llamafarm,
  ollmcpc,
  "vllm-rs": vllmRs,
  dolphin,
};
