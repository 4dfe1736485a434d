import { mask, redact } from "../policy/show/redact.ts";
import type { HostConfiguration } from "./configuration.ts";
import type { ServerDefinition } from "./server-definition.ts";

/**
 * The definitions as they may be shown (`config show`, /api/tools, logs): values of headers and environment are masked whole, known secrets
 * wherever else they stand.
 */
export function maskedServers({ servers, secrets }: Pick<HostConfiguration, "servers" | "secrets">): ServerDefinition[] {
  const hide = (text: string): string => redact(text, secrets);
  const hideAll = (map: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.keys(map).map((name) => [name, mask]));
  return servers.map((server) => {
    const { reach } = server;
    const description = server.description === undefined ? undefined : hide(server.description);
    if (reach.transport !== "stdio") {
      return { ...server, description, reach: { ...reach, url: hide(reach.url), headers: hideAll(reach.headers) } };
    }
    const { command, args, env, cwd } = reach;
    const shown = {
      command: hide(command),
      args: args.map(hide),
      env: hideAll(env),
      cwd: cwd === undefined ? undefined : hide(cwd),
    };
    return { ...server, description, reach: { ...reach, ...shown } };
  });
}
