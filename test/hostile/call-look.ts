import type { Reach } from "../../src/host/config/server-definition.ts";
import { effectiveProfile } from "../../src/host/profile/effective-profile.ts";
import { createServerPool } from "../../src/host/sessions/server-pool.ts";
import { linkServer } from "../../src/host/surface/link-server.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { createProcessGuard } from "../../src/transport/process/process-guard.ts";
import { playTurn } from "../host/play-turn.ts";
import { bareWorld } from "../host/served-host.ts";

/** How long servers are waited for: those that never answer as long as a test can wait, others however busy the machine is. */
export type Patience = "short" | "ample";

/** Everything else is as the strict profile has it. */
const settingsWith = (patience: Patience): readonly string[] => [
  ...["connectMs", "initializeMs", "listMs"].map((name) => `times.${name}=${patience === "short" ? 3000 : 30_000}`),
  ...["callMs", "callHttpMs"].map((name) => `times.${name}=${patience === "short" ? 1000 : 30_000}`),
  "shutdown.eofMs=200",
  "shutdown.termMs=200",
  "limits.maxLineBytes=4000000",
  "limits.maxEventBytes=4000000",
];

/**
 * What comes of a turn in which a model calls the tool `look` of a server `h` on the reference host: everything the model and a
 * person are told, in one text, when all connections are closed again. `given` are the arguments of the call.
 */
export async function callLook(reach: Reach, given: object = { at: "x" }, patience: Patience = "short"): Promise<string> {
  const settings = settingsWith(patience);
  const profile = effectiveProfile("strict", settings);
  const told: string[] = [];
  const warn = (text: string): void => void told.push(text);
  const definition = {
    name: "h",
    description: undefined,
    reach,
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable: "never",
    enableIf: {},
    enabled: true,
    initializeMs: undefined,
    callMs: undefined,
    origin: "file",
    place: "test",
  } as const;
  const guard = createProcessGuard();
  const world = bareWorld({ PATH: process.env["PATH"] ?? "" }, ["/"]);
  const link = linkServer(
    { definition, reach, root: undefined },
    { profile, world: { ...world, cwd: "/" }, clock: systemClock, guard, callMs: undefined, runners: {}, warn },
  );
  const pool = createServerPool({ profile, clock: systemClock, version: "0", warn });
  try {
    const { events } = await playTurn({
      profile: "strict",
      set: settings,
      links: [link],
      pool,
      jit: false,
      warn,
      turns: [{ calls: [{ name: "h:look", arguments: given }] }, { say: "done" }],
    });
    for (const event of events) {
      if (event.kind === "result") told.push(event.result.text);
      if (event.kind === "notice") told.push(event.text);
      if (event.kind === "error") told.push(event.message);
    }
    if (events.at(-1)?.kind !== "end") told.push("the turn did not end well");
  } finally {
    await pool.close(1000);
    guard.killAll();
  }
  return told.join("\n");
}
