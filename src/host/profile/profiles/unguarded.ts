import type { HostProfile } from "../host-profile.ts";
import { strict } from "./strict.ts";

/**
 * The guards of hosts that have none: servers come from the operator's own configuration only, so commands and their
 * environment are the operator's business. Requests can still start nothing, and foreign origins are refused.
 */
export const unguarded: HostProfile["policy"] = {
  command: { ...strict.policy.command, mode: "off", followLinks: false, sameFile: false, arguments: "ignore" },
  argv: { ...strict.policy.argv, mode: "off" },
  environment: {
    ...strict.policy.environment,
    inherit: "all",
    block: [],
    patterns: [],
    requestable: ["*"],
    refuse: [],
    configuredSecrets: "keep",
    cleanPath: false,
  },
  path: { ...strict.policy.path, mode: "off" },
  approval: { when: "off", defaultAnswer: "no", remember: false },
  sudo: { mode: "ignore", detect: "prefix", rewrite: false },
  access: { ...strict.policy.access, requestServers: "never", starters: "any" },
  compactArguments: false,
};
