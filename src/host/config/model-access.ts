import type { HostConfiguration, ModelEntry } from "./configuration.ts";
import type { ServerDefinition } from "./server-definition.ts";

/** A model as a request names it, and the servers it may use. */
export type ModelAccess = {
  /** Undefined for a model the configuration does not list; such a model may use every server. */
  readonly entry: ModelEntry | undefined;
  readonly servers: readonly ServerDefinition[];
};

/**
 * The model a request means: by the name of its entry, without one the default. Undefined when the configuration lists models and not
 * this one.
 */
export function modelAccess(configuration: HostConfiguration, requested: string | undefined): ModelAccess | undefined {
  const { models, defaultModel, servers } = configuration;
  const usable = servers.filter(({ enabled }) => enabled);
  if (models.length === 0) return { entry: undefined, servers: usable };
  const entry = models.find(({ name }) => name === (requested ?? defaultModel));
  return entry === undefined ? undefined : { entry, servers: usable.filter(({ name }) => mayUse(entry, name)) };
}

/** Whether a model may use a server: asked again at every call, not only when tools are listed. */
function mayUse(entry: Pick<ModelEntry, "servers">, server: string): boolean {
  return entry.servers === undefined || entry.servers.includes(server);
}

/**
 * The first server of a request that its model may not use: a list of servers at a model binds what a request names, and leaves no
 * room for what it brings.
 */
export function barredServer(
  entry: Pick<ModelEntry, "servers"> | undefined,
  requested: readonly Pick<ServerDefinition, "name" | "origin">[],
): string | undefined {
  if (entry?.servers === undefined) return undefined;
  return requested.find(({ name, origin }) => origin === "request" || !mayUse(entry, name))?.name;
}
