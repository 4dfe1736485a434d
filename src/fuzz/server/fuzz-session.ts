import { asObject, valueAt, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { type Connection, openConnection } from "../../run/server/connection.ts";
import type { Spoken } from "../../run/server/negotiate.ts";
import type { ServerRun } from "../../run/server/server-run.ts";
import { walkList } from "../../run/server/surface.ts";
import { isReadOnly } from "../../run/server/tool-choice.ts";
import { fullCapabilities } from "../../session/client-identity.ts";
import { eraOf, type Revision } from "../../spec/revision.ts";
import { listMethods } from "../../trace/facts/server-facts.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import type { FuzzCase } from "./fuzz-case.ts";

/** What a server offers for fuzzing at one revision. */
export type FuzzSurface = {
  readonly revision: Revision;
  readonly tools: readonly JsonObject[];
  /** Methods of its capabilities that only read and take params, and its lists. */
  readonly methods: readonly string[];
  readonly lists: readonly string[];
};

/** A conversation that inputs are sent on; opened anew when it broke, or when something on it stayed open. */
export type FuzzSession = {
  readonly surface: FuzzSurface;
  /** The events a judgement of one input starts from: opening and lists of the connection in use. */
  readonly opening: () => readonly WireEvent[];
  /** A connection that is good for this input; undefined when the server cannot be reached any more. */
  readonly ready: (input: FuzzCase) => Promise<Connection | undefined>;
  /** The connection in use is not used again. */
  readonly spoil: () => Promise<void>;
  /** How often the server was started or connected to again. */
  readonly reopenings: () => number;
};

/** How often a server is started before it counts as lost. */
const mostAttempts = 3;

/** Begins on the connection the negotiation left open: lists the tools, and chooses those that may be called. */
export async function beginFuzzing(run: ServerRun, spoken: Spoken): Promise<FuzzSession> {
  const { revision, announced } = spoken;
  let connection: Connection | undefined = spoken.main;
  let opening = await listTools(run, spoken.main);
  let usedIds = new Set<Json>();
  let reopenings = 0;
  const surface = surfaceOf(run, revision, asObject(announced["capabilities"]), opening.tools);

  async function spoil(): Promise<void> {
    const old = connection;
    connection = undefined;
    await old?.session.transport.close(old.session.transport.kind === "http" ? "delete" : "drop");
  }

  /** A server that does not start at once may have been slow: it is asked a few times before it counts as lost. */
  async function reopen(): Promise<Connection | undefined> {
    reopenings += 1;
    usedIds = new Set();
    for (let attempt = 0; attempt < mostAttempts && !run.stop.aborted; attempt += 1) {
      const fresh = openConnection(run, { name: "fuzz", revision }, fullCapabilities(revision));
      if (await greet(run, fresh, revision)) {
        opening = await listTools(run, fresh);
        connection = fresh;
        return fresh;
      }
      await fresh.session.transport.close("drop");
    }
    return undefined;
  }

  return {
    surface,
    opening: () => opening.events,
    spoil,
    reopenings: () => reopenings,
    async ready(input) {
      const id = input.kind === "request" ? input.id : undefined;
      const reused = id !== undefined && usedIds.has(id);
      if (connection?.isOver() === true || reused) await spoil();
      const open = connection ?? (await reopen());
      if (id !== undefined) usedIds.add(id);
      return open;
    },
  };
}

/** Whether a fresh connection is served. */
async function greet(run: ServerRun, { session }: Connection, revision: Revision): Promise<boolean> {
  if (eraOf(revision) === "stateful")
    return (await session.initialize(revision, { timeoutMs: run.startTimeoutMs })).kind === "result";
  session.speak(revision);
  return (await session.request("server/discover", undefined, { timeoutMs: run.startTimeoutMs })).kind === "result";
}

type Opening = { readonly tools: readonly JsonObject[]; readonly events: readonly WireEvent[] };

async function listTools(run: ServerRun, connection: Connection): Promise<Opening> {
  const tools = await walkList(connection.session, "tools", run.stop);
  return { tools, events: run.recorder.trace().events.filter((event) => event.connection === connection.number) };
}

/** Methods that take params and only read, or change nothing but the conversation, by the capability that brings them. */
const methodsOf: Readonly<Record<string, readonly string[]>> = {
  tools: ["tools/list"],
  prompts: ["prompts/list", "prompts/get"],
  resources: ["resources/list", "resources/templates/list"],
  completions: ["completion/complete"],
  logging: ["logging/setLevel"],
};

function surfaceOf(run: ServerRun, revision: Revision, capabilities: JsonObject, tools: readonly JsonObject[]): FuzzSurface {
  const methods = Object.entries(methodsOf).flatMap(([name, list]) => (capabilities[name] === undefined ? [] : list));
  const lists = Object.values(listMethods).map(({ method }) => method);
  return {
    revision,
    tools: tools.filter(
      (tool) =>
        typeof tool["name"] === "string" &&
        valueAt(tool, "execution", "taskSupport") !== "required" &&
        (isReadOnly(tool) || run.allowWrites),
    ),
    methods: methods.filter((method) => method !== "logging/setLevel" || eraOf(revision) === "stateful"),
    lists: lists.filter((method) => methods.includes(method)),
  };
}
