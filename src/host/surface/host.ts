import { randomUUID } from "node:crypto";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelBackend, ModelList } from "../../model/model-backend.ts";
import type { ToolCallFormat } from "../../toolcall/format.ts";
import type { HostConfiguration } from "../config/configuration.ts";
import { barredServer, modelAccess } from "../config/model-access.ts";
import { resolveServers } from "../config/resolve-servers.ts";
import type { ServerDefinition } from "../config/server-definition.ts";
import { toolsPath } from "../config/world/tools-path.ts";
import { cleaned } from "../log/cleaned.ts";
import type { Tell } from "../log/host-event.ts";
import { tellingBackend } from "../log/telling-backend.ts";
import { turnTold } from "../log/turn-told.ts";
import type { CallGuard } from "../loop/call-guard.ts";
import { createCallIds } from "../loop/call-ids.ts";
import { formatOf } from "../loop/format-of.ts";
import { runTurn } from "../loop/run-turn.ts";
import type { TurnEvent } from "../loop/turn-event.ts";
import { depthKey } from "./own-server/depth.ts";
import { mask, redact } from "../policy/show/redact.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { createServerPool, type Lease } from "../sessions/server-pool.ts";
import type { ServerLink } from "../sessions/server-link.ts";
import { anyNames, createProviderNames } from "../tools/provider-names.ts";
import { createToolbox } from "../loop/toolbox.ts";
import { guardCalls } from "./guard-calls.ts";
import { type LinkSetup, linkServer } from "./link-server.ts";
import type { ChatRequest } from "./host-request.ts";
import type { Refusal } from "./refusal.ts";
import { resolvedModel } from "./resolved-model.ts";

/** What may be asked of a person during a chat. */
export type Person = Pick<CallGuard, "ask"> & {
  readonly password?: (signal: AbortSignal) => Promise<string | undefined>;
};

/** What a host is made of. */
export type HostSetup = LinkSetup & {
  readonly configuration: HostConfiguration;
  readonly backend: ModelBackend;
  /** How the model server is spoken to: OpenAI's wire takes only plain tool names, and wants ids. */
  readonly modelApi: "ollama" | "openai";
  readonly version: string;
  /** The format calls are read from the model's text in, instead of that of the model's family. */
  readonly format?: ToolCallFormat;
  /** Servers beside the configured ones, for tests. */
  readonly links?: readonly ServerLink[];
  /** A fresh UUID. */
  readonly random?: () => string;
  /** Told what the host does and why, without secrets. */
  readonly tell?: Tell;
};

/** The reference host without any surface. */
export type Host = {
  readonly setup: HostSetup;
  /** Checks a request as far as it can be without doing anything, and gives its turn, which runs when it is read. */
  readonly chat: (
    request: ChatRequest,
    person: Person,
    signal: AbortSignal,
  ) => { readonly events: AsyncIterable<TurnEvent> } | { readonly refusal: Refusal };
  /** The servers a request means, held until they are released. */
  readonly lease: (request: ServersWanted, model?: string) => HeldServers;
  /** Whether no process could be started for the servers a request brings, because as many as may run are in use. */
  readonly isBusyFor: (request: Pick<ServersWanted, "servers">) => boolean;
  readonly models: (signal?: AbortSignal) => Promise<ModelList>;
  /** Servers in use, for listings. */
  readonly servers: () => readonly { readonly name: string; readonly status: "pending" | "active" | "failed" }[];
  /** Starts servers, where the profile wants them at the start. */
  readonly start: () => Promise<void>;
  readonly close: (withinMs?: number) => Promise<void>;
};

/** What decides about the servers of a request. `automatic`: those that always switch themselves on come in without a path. */
export type ServersWanted = Pick<ChatRequest, "servers" | "toolsPath" | "sessionId" | "without"> & {
  readonly automatic?: boolean;
};

/** Connections for a request, and what was left out. */
export type HeldServers = Lease & { readonly left: readonly string[]; readonly directory: string | undefined };

/** A host. Nothing is started before it is needed, but where the profile says so. */
export function createHost(setup: HostSetup): Host {
  const { profile, configuration, world, clock, version, random = randomUUID } = setup;
  const secrets = new Set<string>(configuration.secrets);
  const passwords = new Set<string>();
  const clean = (text: string): string => redact(text, [...secrets, ...passwords]);
  /** A tool that echoes a password back must not bring it to the model or the client. */
  const withoutPasswords = (text: string): string =>
    [...passwords].toSorted((a, b) => b.length - a.length).reduce((said, password) => said.replaceAll(password, mask), text);
  const { tell: told } = setup;
  const tell: Tell | undefined =
    told === undefined ? undefined : (event) => told(cleaned(event, (text) => withoutPasswords(clean(text))));
  const telling = tell === undefined ? {} : { tell };
  const warn = (text: string): void => {
    setup.warn(clean(text));
    tell?.({ kind: "warning", text });
  };
  const backend = tell === undefined ? setup.backend : tellingBackend(setup.backend, clock, tell);
  const pool = createServerPool({ profile, clock, version, warn, redact: clean, ...telling });
  tell?.({ kind: "service-initialized", server_count: configuration.servers.length });

  /** Configured servers that every chat uses; the others switch themselves on. */
  function always(definitions: readonly ServerDefinition[]): readonly ServerDefinition[] {
    if (profile.configuration.form === "servers") return [];
    return definitions.filter(({ autoEnable }) => autoEnable === "never");
  }

  function isBusyFor({ servers }: Pick<ServersWanted, "servers">): boolean {
    return servers.some(({ reach, origin }) => reach.transport === "stdio" && origin === "request") && pool.isBusy();
  }

  function lease(request: ServersWanted, model?: string): HeldServers {
    const known = modelAccess(configuration, model)?.servers ?? [];
    const definitions = known.filter(({ name }) => request.without?.includes(name) !== true);
    const path = request.toolsPath === undefined || request.toolsPath === false ? undefined : toolsPath(request.toolsPath, world);
    const named = new Set(request.servers.map(({ name }) => name));
    const configured = always(definitions).filter(({ name }) => !named.has(name));
    const { servers, left } = resolveServers(
      {
        requested: [...request.servers, ...configured],
        definitions,
        tools: path === undefined && request.automatic !== true ? undefined : { path },
        maxServers: profile.limits.maxServers,
      },
      world,
    );
    const links = [...servers.map((server) => linkServer(server, { ...setup, ...telling, warn })), ...(setup.links ?? [])];
    const held = pool.lease(links, request.sessionId);
    return { ...held, left: [...left.map(({ name, reason }) => `${name}: ${reason}`), ...held.problems], directory: path };
  }

  return {
    setup,
    lease,
    models: (signal) => setup.backend.listModels(signal),
    isBusyFor,
    servers: () => pool.connections().map(({ link, status }) => ({ name: link.name, status: status() })),
    close: (withinMs) => pool.close(withinMs),
    async start() {
      if (profile.tools.connect !== "start") return;
      const held = lease({ servers: [], toolsPath: undefined, sessionId: undefined });
      const listings = await Promise.all(held.connections.map((connection) => connection.tools()));
      for (const listing of listings) if ("error" in listing) warn(listing.error);
      for (const text of held.left) warn(text);
      await held.release();
    },
    chat(request, person, signal) {
      const model = resolvedModel(configuration, profile, request);
      if ("status" in model) return { refusal: model };
      const barred = barredServer(modelAccess(configuration, request.model)?.entry, request.servers);
      if (barred !== undefined)
        return { refusal: { status: 403, message: `model '${request.model}' may not use the server "${barred}"` } };
      if (isBusyFor(request))
        return { refusal: { status: 503, message: "the host runs as many server processes as it may; try again later" } };
      let held: HeldServers;
      try {
        held = lease(request, request.model);
      } catch (cause) {
        if (!(cause instanceof McpcheckError)) throw cause;
        return { refusal: { status: 400, message: cause.message } };
      }
      return { events: play(request, model, held, person, signal) };
    },
  };

  async function* play(
    request: ChatRequest,
    model: Exclude<ReturnType<typeof resolvedModel>, Refusal>,
    held: HeldServers,
    person: Person,
    signal: AbortSignal,
  ): AsyncIterable<TurnEvent> {
    const names = setup.modelApi === "openai" && profile.tools.providerSafe ? createProviderNames() : anyNames;
    const wantsJit = request.jit ?? profile.tools.exposure === "jit";
    const replaced = profile.model.requestTools === "replace" && request.clientTools.length > 0;
    const connections = replaced ? [] : held.connections;
    const toolbox = createToolbox({
      settings: profile.tools,
      connections,
      memory: held.memory,
      clientTools: model.tools,
      jit: wantsJit,
      cap: request.cap ?? profile.tools.discoveryCap,
      names,
      ...telling,
    });
    try {
      for (const text of held.left) yield { kind: "notice", text };
      if (request.connectEagerly) await toolbox.connectAll();
      const turn = runTurn(
        {
          profile: forWire(asking(model.profile, request.approval), setup.modelApi),
          clock,
          toolbox,
          memory: held.memory,
          guard: guardCalls({
            profile,
            world,
            directory: held.directory,
            ask: person.ask,
            password: person.password,
            secret: (text) => void passwords.add(text),
          }),
          clean: withoutPasswords,
          ...telling,
          callTimeoutMs: request.callTimeoutMs,
          ...(request.depth === undefined ? {} : { callMeta: { [depthKey]: request.depth } }),
          backend,
          names,
          callIds: createCallIds(profile.surface.callIds, random),
          format: setup.format ?? formatOf(model.name, model.profile.model),
          links: connections.map(({ link }) => link),
          jit: wantsJit && toolbox.hasServers,
        },
        { ...request, model: model.name, messages: model.messages },
        signal,
      );
      for await (const event of turn) {
        const end = turnTold(event);
        if (end !== undefined) tell?.(end);
        yield event;
      }
    } finally {
      await held.release();
    }
  }
}

/** A profile that asks a person about other calls. */
function asking(profile: HostProfile, when: ChatRequest["approval"]): HostProfile {
  if (when === undefined) return profile;
  return { ...profile, policy: { ...profile.policy, approval: { ...profile.policy.approval, when } } };
}

/**
 * OpenAI's wire does not take a result without the id of its call, whatever the profile's own model server took; Ollama's has
 * another name for the most tokens of an answer, and heeds none that it does not know.
 */
function forWire(profile: HostProfile, api: HostSetup["modelApi"]): HostProfile {
  const { resultFields } = profile.loop;
  const { max_tokens: most, ...options } = profile.model.options;
  if (api === "ollama" && most !== undefined)
    return { ...profile, model: { ...profile.model, options: { num_predict: most, ...options } } };
  if (api !== "openai" || resultFields.includes("toolCallId")) return profile;
  return { ...profile, loop: { ...profile.loop, resultFields: [...resultFields, "toolCallId"] } };
}
