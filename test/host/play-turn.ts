import type { CallGuard } from "../../src/host/loop/call-guard.ts";
import { createCallIds } from "../../src/host/loop/call-ids.ts";
import { runTurn, type TurnRequest } from "../../src/host/loop/run-turn.ts";
import type { TurnEvent } from "../../src/host/loop/turn-event.ts";
import { effectiveProfile } from "../../src/host/profile/effective-profile.ts";
import { createServerPool, type ServerPool } from "../../src/host/sessions/server-pool.ts";
import type { ServerLink } from "../../src/host/sessions/server-link.ts";
import { anyNames, createProviderNames } from "../../src/host/tools/provider-names.ts";
import { createToolbox } from "../../src/host/loop/toolbox.ts";
import { createScriptBackend, type ScriptBackend } from "../../src/model/backend/script-backend.ts";
import type { ModelTool } from "../../src/model/model-backend.ts";
import type { ModelMessage } from "../../src/model/model-message.ts";
import { modelScript } from "../../src/model/script/model-script.ts";
import type { ToolCallFormat } from "../../src/toolcall/format.ts";
import { type Clock, systemClock } from "../../src/base/time/clock.ts";

/** A guard that lets every call through and asks nobody. */
const openGuard: CallGuard = {
  inspect: async (call) => await Promise.resolve({ arguments: call.arguments }),
  ask: undefined,
};

/** What a played turn is made of; everything has a small usual value. */
export type PlaySetup = {
  readonly profile?: string;
  readonly set?: readonly string[];
  readonly links?: readonly ServerLink[];
  /** Turns of the model, in order; the last repeats. */
  readonly turns?: readonly object[];
  readonly messages?: readonly ModelMessage[];
  readonly clientTools?: readonly ModelTool[];
  readonly jit?: boolean;
  readonly cap?: number;
  readonly safeNames?: boolean;
  readonly guard?: CallGuard;
  readonly clock?: Clock;
  readonly request?: Partial<TurnRequest>;
  readonly callTimeoutMs?: number;
  readonly sessionId?: string;
  readonly pool?: ServerPool;
  readonly backend?: ScriptBackend;
  readonly format?: ToolCallFormat;
  readonly signal?: AbortSignal;
  readonly warn?: (text: string) => void;
};

/** Events of a turn, and the requests the model got. */
export type Played = { readonly events: readonly TurnEvent[]; readonly backend: ScriptBackend };

/** A model that says the given turns. */
export function modelThat(turns: readonly object[], clock: Clock = systemClock): ScriptBackend {
  const script = modelScript.parse({ id: "test", title: "Test", scenarios: [{ id: "only", turns }] });
  return createScriptBackend({ scripts: [script], clock });
}

/** Plays one turn against mock servers in memory and a scripted model. */
export async function playTurn(setup: PlaySetup): Promise<Played> {
  const clock = setup.clock ?? systemClock;
  const profile = effectiveProfile(setup.profile ?? "strict", setup.set ?? []);
  const backend = setup.backend ?? modelThat(setup.turns ?? [{ say: "hello" }], clock);
  const pool = setup.pool ?? createServerPool({ profile, clock, version: "0.0.0", warn: setup.warn ?? (() => undefined) });
  const lease = pool.lease(setup.links ?? [], setup.sessionId);
  const names = setup.safeNames === true ? createProviderNames() : anyNames;
  const jit = setup.jit ?? profile.tools.exposure === "jit";
  const toolbox = createToolbox({
    settings: profile.tools,
    connections: lease.connections,
    memory: lease.memory,
    clientTools: setup.clientTools ?? [],
    jit,
    cap: setup.cap ?? profile.tools.discoveryCap,
    names,
  });
  let serial = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${String(++serial).padStart(12, "0")}`;
  const events: TurnEvent[] = [];
  const turn = runTurn(
    {
      profile,
      clock,
      toolbox,
      memory: lease.memory,
      guard: setup.guard ?? openGuard,
      callTimeoutMs: setup.callTimeoutMs,
      clean: (text) => text,
      backend,
      names,
      callIds: createCallIds(profile.surface.callIds, uuid),
      format: setup.format,
      links: lease.connections.map(({ link }) => link),
      jit: jit && toolbox.hasServers,
    },
    {
      model: "test",
      messages: setup.messages ?? [{ role: "user", content: "do it" }],
      options: {},
      toolChoice: undefined,
      stream: true,
      maxRounds: undefined,
      ...setup.request,
    },
    setup.signal ?? new AbortController().signal,
  );
  for await (const event of turn) events.push(event);
  await lease.release();
  return { events, backend };
}

/** The visible text of a turn. */
export function contentOf({ events }: Played): string {
  return events.map((event) => (event.kind === "content" ? event.text : "")).join("");
}

/** The event of one kind that comes last. */
export function lastOf<K extends TurnEvent["kind"]>({ events }: Played, kind: K): Extract<TurnEvent, { kind: K }> | undefined {
  return events.findLast((event): event is Extract<TurnEvent, { kind: K }> => event.kind === kind);
}

/** All results of a turn, as name and text. */
export function resultsOf({ events }: Played): readonly (readonly [string, string, boolean])[] {
  return events.flatMap((event) =>
    event.kind === "result" ? [[event.result.call.name, event.result.text, event.result.isError] as const] : [],
  );
}
