import type { Command } from "commander";
import { stringify } from "yaml";
import type { HostConfiguration } from "../../host/config/configuration.ts";
import { jsonText } from "../../base/json-text.ts";
import { maskedServers } from "../../host/config/masked-servers.ts";
import { writeConfiguration } from "../../host/config/write-configuration.ts";
import { leftOpen } from "../../host/policy/show/left-open.ts";
import { effectiveProfile, profileKeys } from "../../host/profile/effective-profile.ts";
import type { HostProfile } from "../../host/profile/host-profile.ts";
import { valueOfKey } from "../../host/profile/value-of-key.ts";
import { visible } from "../../base/visible.ts";
import { addHostOptions } from "../host/host-options.ts";
import { type HostOptions, openHost } from "../host/open-host.ts";
import type { Io } from "../io.ts";

type Options = HostOptions & { readonly json?: boolean; readonly diff?: string };

/** What `--help` says of it. */
export const summary = "the profile and servers in effect";

/** `config show`: the profile and the servers a host would run with, whatever they come from. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addHostOptions(program)
    .option("--json", "as one JSON document")
    .option("--diff <profile>", "only the settings in which it differs from this profile, with both values")
    .action(async (options: Options) => {
      const { host, profile, file } = openHost(options, io);
      await host.close();
      const { diff } = options;
      const shown = diff === undefined ? effective(profile, host.setup.configuration, file) : differences(profile, diff);
      io.stdout(options.json === true ? `${jsonText(shown)}\n` : visible(stringify(shown), { multiline: true }));
      done(0);
    });
}

/** The settings in which a profile differs from another. */
function differences(profile: HostProfile, other: string): object {
  const compared = effectiveProfile(other);
  const differing = profileKeys.flatMap((key) => {
    const values = { [compared.id]: valueOfKey(compared, key), here: valueOfKey(profile, key) };
    return JSON.stringify(values[compared.id]) === JSON.stringify(values["here"]) ? [] : [[key, values] as const];
  });
  return { profile: profile.id, compared_with: compared.id, settings: Object.fromEntries(differing) };
}

/** What is in effect; no value of a header or of the environment is in it. */
function effective(profile: HostProfile, configuration: HostConfiguration, file: string | undefined): object {
  const masked = writeConfiguration(maskedServers(configuration), { form: "servers", variables: "off" });
  const { models, defaultModel } = configuration;
  return {
    file: file ?? null,
    mcp: JSON.parse(masked) as unknown,
    runtime: {
      default_model: defaultModel ?? null,
      models: models.map(({ name, provider = null, model, servers = null }) => ({ name, provider, model, mcp_servers: servers })),
    },
    leaves_open: leftOpen(profile),
    profile,
  };
}
