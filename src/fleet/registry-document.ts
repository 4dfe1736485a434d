import * as z from "zod";
import type { FleetPackage, FleetServer } from "./fleet-server.ts";

const argument = z.looseObject({
  type: z.enum(["positional", "named"]).optional(),
  name: z.string().optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
});

const variable = z.looseObject({ name: z.string(), isRequired: z.boolean().optional() });

/**
 * What is read of a `server.json` document of the MCP registry.
 * https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
 */
export const registryDocument = z.looseObject({
  name: z.string().min(1),
  version: z.string().min(1),
  packages: z
    .array(
      z.looseObject({
        registryType: z.string(),
        identifier: z.string(),
        version: z.string().optional(),
        transport: z.looseObject({ type: z.string() }).optional(),
        packageArguments: z.array(argument).optional(),
        environmentVariables: z.array(variable).optional(),
      }),
    )
    .optional(),
  remotes: z.array(z.looseObject({ type: z.string(), url: z.string(), headers: z.array(variable).optional() })).optional(),
});

type Document = z.infer<typeof registryDocument>;
type Package = NonNullable<Document["packages"]>[number];
type Remote = NonNullable<Document["remotes"]>[number];

/** The kinds of remote ends, as `--transport` calls them. */
const transports: Readonly<Record<string, "http" | "sse">> = { "streamable-http": "http", sse: "sse" };

/**
 * A server of the registry as one of a fleet: its first package that can be installed and speaks over stdio, otherwise its first remote
 * end that asks for nothing; otherwise `why` says what stands in the way of each.
 */
export function serverOfRegistry(document: Document): FleetServer | { readonly why: string } {
  const { name: id, version, packages = [], remotes = [] } = document;
  const obstacles: string[] = [];
  for (const one of packages) {
    const obstacle = packageObstacle(one);
    if (obstacle !== undefined) {
      obstacles.push(`${one.registryType} ${one.identifier}: ${obstacle}`);
      continue;
    }
    const env = (one.environmentVariables ?? []).map((each) => each.name);
    return { id, version, package: packageOf(one), ...(env.length === 0 ? {} : { env }) };
  }
  for (const one of remotes) {
    const obstacle = remoteObstacle(one);
    if (obstacle === undefined) return { id, version, url: one.url, transport: transports[one.type] };
    obstacles.push(`${one.url}: ${obstacle}`);
  }
  return { why: obstacles.length === 0 ? "it names neither a package nor a remote end" : obstacles.join("; ") };
}

function packageObstacle({ registryType, version, transport, packageArguments = [] }: Package): string | undefined {
  if (registryType !== "npm" && registryType !== "pypi") return "packages of npm and pypi are installed, no others";
  if (version === undefined || version === "latest") return "it names no exact version";
  if (transport !== undefined && transport.type !== "stdio")
    return `it is started to speak ${transport.type}, and stdio is judged`;
  const open = packageArguments.find((one) => one.isRequired === true && one.value === undefined && one.default === undefined);
  return open === undefined ? undefined : `its argument ${open.name ?? "(positional)"} has no value`;
}

function packageOf({ registryType, identifier: name, version = "", packageArguments = [] }: Package): FleetPackage {
  const given = packageArguments.flatMap(({ name: flag, type, value, default: usual }) => {
    const said = value ?? usual;
    if (type === "named" && flag !== undefined) return said === undefined ? [] : [flag, said];
    return said === undefined ? [] : [said];
  });
  return {
    registry: registryType === "pypi" ? "pypi" : "npm",
    name,
    version,
    ...(given.length === 0 ? {} : { arguments: given }),
  };
}

function remoteObstacle({ type, url, headers = [] }: Remote): string | undefined {
  if (transports[type] === undefined) return `a remote end of type ${type}`;
  if (/[{}]/.test(url)) return "its address has a part to be filled in";
  const needed = headers.find(({ isRequired }) => isRequired === true);
  return needed === undefined ? undefined : `it asks for the header ${needed.name}`;
}
