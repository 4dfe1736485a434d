import * as z from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { nearest } from "../../base/nearest.ts";
import { visible } from "../../base/visible.ts";
import { problemText } from "../../host/config/read/problem.ts";
import { isSource, parseSource } from "../../host/config/read/source.ts";
import type { ServerEntry } from "./server-entry.ts";

const text = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]);

/** One server in the configuration of any usual host: the members hosts agree on, whatever else stands beside them. */
export const serverOfHost = z.looseObject({
  command: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  args: z.array(text).optional(),
  env: z.record(z.string(), text).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: z.record(z.string(), text).optional(),
  type: z.string().optional(),
  transport: z.string().optional(),
  disabled: z.boolean().optional(),
});

/** The names under which hosts keep their servers. */
const mapNames = ["mcpServers", "servers", "mcp_servers", "context_servers"];

/**
 * The servers of a host configuration in JSON (comments allowed), YAML or TOML. `${VAR}`, `${env:VAR}` and `${VAR:-default}`
 * are replaced from `env`. Servers marked disabled are left out.
 * @throws McpcheckError `usage`, with file and place
 */
export function readHostConfiguration(
  content: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): ServerEntry[] {
  const root = parseAny(content, file);
  const mapName = mapNames.find((name) => isRecord(root) && isRecord(root[name]));
  if (mapName === undefined || !isRecord(root)) {
    throw new McpcheckError("usage", `${file}: no map of servers: expected one of ${mapNames.join(", ")} at the top`);
  }
  return serversOf(root[mapName] as Record<string, unknown>, `${file}#/${mapName}`, env);
}

/**
 * The servers of such a map; `place` names it in errors.
 * @throws McpcheckError `usage`, with the place
 */
export function serversOf(
  map: Readonly<Record<string, unknown>>,
  place: string,
  env: Readonly<Record<string, string | undefined>>,
): ServerEntry[] {
  return Object.entries(map).flatMap(([name, value]) => {
    const parsed = serverOfHost.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join("");
      throw new McpcheckError("usage", `${place}/${name}${path}: ${issue?.message}`);
    }
    return parsed.data.disabled === true ? [] : [toEntry(name, parsed.data, `${place}/${name}`, env)];
  });
}

function toEntry(
  name: string,
  data: z.infer<typeof serverOfHost>,
  place: string,
  env: Readonly<Record<string, string | undefined>>,
): ServerEntry {
  const fill = (value: string): string => substitute(value, place, env);
  const fillAll = (map: Readonly<Record<string, string>> | undefined): Record<string, string> =>
    Object.fromEntries(Object.entries(map ?? {}).map(([key, value]) => [key, fill(value)]));
  const url = data.url ?? data.serverUrl ?? data.httpUrl;
  if (data.command !== undefined) {
    const words = typeof data.command === "string" ? [data.command] : data.command;
    return {
      name,
      kind: "stdio",
      command: [...words, ...(data.args ?? [])].map(fill),
      env: fillAll(data.env),
      cwd: data.cwd === undefined ? undefined : fill(data.cwd),
    };
  }
  if (url === undefined) throw new McpcheckError("usage", `${place}: neither command nor url${meantIn(data)}`);
  const kind = (data.type ?? data.transport) === "sse" ? "sse" : "http";
  return { name, kind, url: fill(url), headers: fillAll(data.headers) };
}

/** The member that may be a mistyped `command` or `url`, at the end of an error. */
function meantIn(data: object): string {
  const odd = Object.keys(data).filter((key) => !Object.hasOwn(serverOfHost.shape, key));
  const meant = odd.flatMap((key) =>
    nearest(key, ["command", "url"], 1).map((name) => `; is ${visible(key)} meant to be ${name}?`),
  );
  return meant[0] ?? "";
}

function substitute(value: string, place: string, env: Readonly<Record<string, string | undefined>>): string {
  return value.replace(
    /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_whole, name: string, otherwise: string | undefined) => {
      const found = env[name] ?? otherwise;
      if (found === undefined) throw new McpcheckError("usage", `${place}: the variable ${name} is not set`);
      return found;
    },
  );
}

function parseAny(content: string, file: string): unknown {
  const parsed = parseSource(content, file);
  if (isSource(parsed)) return parsed.value;
  throw new McpcheckError("usage", problemText(parsed));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
