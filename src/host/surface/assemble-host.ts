import { readEnvironment } from "../config/environment-settings.ts";
import { loadConfiguration } from "../config/load-configuration.ts";
import { problemText, usable } from "../config/read/problem.ts";
import type { ServerDefinition } from "../config/server-definition.ts";
import { withSecurity } from "../policy/with-security.ts";
import { withSettings } from "../policy/with-settings.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { createHost, type Host, type HostSetup } from "./host.ts";

/** What a host is assembled from, besides what its configuration and its environment say. */
export type HostParts = Omit<HostSetup, "configuration" | "callMs" | "runners"> & {
  /** The configuration file named; undefined: the first of the profile's that loads. */
  readonly file: string | undefined;
  /** A server that no file describes. */
  readonly single?: ServerDefinition | undefined;
  /** Whether it is decided already who is asked for approval: what the file says of it then does not count. */
  readonly approvalDecided: boolean;
};

/** A host, and its profile once configuration and environment have had their say. */
export type AssembledHost = {
  readonly host: Host;
  readonly profile: HostProfile;
  /** The file that was read, if any. */
  readonly file: string | undefined;
};

/**
 * Reads configuration and environment, and makes a host of them. Warnings are told as they are found.
 * @throws McpcheckError `usage` naming the first place that cannot be used
 */
export function assembleHost({ file, single, approvalDecided, ...parts }: HostParts): AssembledHost {
  const { profile: asked, world, warn } = parts;
  const environment = readEnvironment({ profile: asked, env: world.env, origin: "variable" });
  const settings = usable(environment);
  const loaded = loadConfiguration(asked, world, file);
  for (const problem of [...environment.warnings, ...loaded.warnings]) warn(`warning: ${problemText(problem)}`);
  const found = usable(loaded);
  const configuration = single === undefined ? found : { ...found, servers: [...found.servers, single] };
  const told = approvalDecided ? asked : withSettings(asked, configuration.settings);
  const profile = withSecurity(withSecurity(told, configuration.security), settings.security);
  const host = createHost({ ...parts, profile, configuration, callMs: settings.callMs, runners: settings.runners });
  return { host, profile, file: loaded.value.file };
}
