import * as z from "zod";
import type { Immutable } from "./immutable.ts";
import { configurationSettings } from "./settings/configuration.ts";
import { identitySettings } from "./settings/identity.ts";
import { limitSettings } from "./settings/limits.ts";
import { loopSettings } from "./settings/loop.ts";
import { modelSettings } from "./settings/model.ts";
import { policySettings } from "./settings/policy.ts";
import { sessionSettings } from "./settings/sessions.ts";
import { surfaceSettings } from "./settings/surface.ts";
import { shutdownSettings, timeSettings } from "./settings/times.ts";
import { toolSettings } from "./settings/tools.ts";

/** The known profiles: our own yardstick first, then the five hosts whose behaviour is described. */
export const profileIds = ["strict", "ollama", "llamafarm", "ollmcpc", "vllm-rs", "dolphin"] as const;

/** The name of a profile. */
export type ProfileId = (typeof profileIds)[number];

/** The shape of a profile: what `--set` is checked against and `config show` prints. */
export const hostProfileSchema = z.strictObject({
  id: z.enum(profileIds),
  /** One line for `list profiles`. */
  title: z.string().min(1),
  identity: identitySettings,
  surface: surfaceSettings,
  configuration: configurationSettings,
  tools: toolSettings,
  loop: loopSettings,
  model: modelSettings,
  sessions: sessionSettings,
  times: timeSettings,
  shutdown: shutdownSettings,
  limits: limitSettings,
  policy: policySettings,
});

/**
 * Everything in which one tool-calling host differs from another, as plain data. There is one engine; a profile is the only thing
 * it looks at. Times are milliseconds, `null` is "no limit".
 */
export type HostProfile = Immutable<z.infer<typeof hostProfileSchema>>;
