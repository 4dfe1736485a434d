import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuthScene, openAuthScene } from "../../mock/auth/auth-scene.ts";
import { loadAuth } from "../../mock/auth/load-auth.ts";
import { loadMock, parseScript } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { isAnyOf } from "./wire-facts.ts";
import type { Revision } from "../../spec/revision.ts";
import type { ClientDriver } from "./driver/client-driver.ts";
import type { OpenMock } from "./mock/mock-at-work.ts";
import { lenientScript } from "./mock/lenient-script.ts";
import { openLure, withLure } from "./mock/lure.ts";
import { openMock } from "./mock/open-mock.ts";
import type { ClientScenario, ClientTransportName } from "./scenario/client-suite.ts";
import { createScenarioRecord, type ScenarioRecord, type TimedEvent } from "./scenario-record.ts";

/** A scenario to play, and how. */
export type ScenarioPlay = {
  readonly name: string;
  readonly scenario: Pick<ClientScenario, "server" | "steps" | "needs">;
  /** The revisions the server speaks. */
  readonly speaks: readonly Revision[];
  /** What everything is judged by; null where that is still to be found out. */
  readonly revision: Revision | null;
  readonly transport: ClientTransportName;
  readonly driver: ClientDriver;
  /** How long one exchange may take, in ms. */
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** Hears what is to be said of the driver that is no verdict. */
  readonly remark?: (text: string) => void;
  /** How its mock server is opened; recorded at its own end when absent. */
  readonly open?: OpenMock | undefined;
};

/** Why a scenario does not count whose server wants a token, where the client gave up at once. */
export const triedNoAuthorization = "the client was asked for a token, and tried to get none";

/** What became of a scenario: what was recorded, and why it does not count, where it does not. */
export type Played = { readonly events: readonly TimedEvent[]; readonly skipped: string | null };

/** Plays a scenario to a client. Everything that was started has ended afterwards. */
export async function playScenario(play: ScenarioPlay): Promise<Played> {
  const { name, scenario, speaks, revision, transport, driver, stop, remark = () => undefined, open = openMock } = play;
  const directory = mkdtempSync(join(tmpdir(), "mcpcheck-client-"));
  const record = createScenarioRecord();
  const lure = namesLure(scenario) ? await openLure(record) : undefined;
  const script = scriptFor(play, lure?.url);
  const connection = record.nextConnection();
  record.note({ kind: "connect", connection, transport, revision, session: name, capabilities: {}, target: "the client" });
  record.note({ kind: "told", connection, scenario: name, steps: scenario.steps });
  if (process.platform === "win32" && namesReserved(scenario)) {
    record.note({ kind: "skip", connection, scenario: name, reason: nowhere });
    await lure?.close();
    rmSync(directory, { recursive: true, force: true });
    return { events: record.events(), skipped: nowhere };
  }
  const scene = scenario.server?.auth === undefined ? undefined : await openScene(scenario.server.auth, record, connection);
  const mock = await open({ scenario: name, script, transport, revision, record, directory, front: scene?.front });
  try {
    await driver({
      scenario: name,
      revision: speaks.at(-1) ?? "2025-11-25",
      steps: scenario.steps,
      mock,
      record,
      connection,
      directory,
      context: scene?.hands ?? {},
      limitMs: limitOf(play),
      stop,
      remark,
    });
  } finally {
    await mock.close();
    await scene?.close();
    await lure?.close();
    rmSync(directory, { recursive: true, force: true });
  }
  const skipped = whySkipped(record.events(), scenario.needs ?? []);
  if (skipped !== null) record.note({ kind: "skip", connection, scenario: name, reason: skipped });
  return { events: record.events(), skipped };
}

/** The authorization server of a scenario, all that is asked of it recorded. */
async function openScene(id: string, record: ScenarioRecord, connection: number): Promise<AuthScene> {
  const world = { now: () => Date.now(), random: randomUUID };
  return await openAuthScene(loadAuth(id, "."), world, (exchange) => record.note({ kind: "auth", connection, ...exchange }));
}

/** Why a scenario shows nothing on Windows. */
const nowhere = "on Windows no address leads to this machine that is not a loopback one";

/** Whether its authorization server names an address that is not a loopback one, and leads to this machine all the same. */
const namesReserved = ({ server }: ScenarioPlay["scenario"]): boolean =>
  server?.auth !== undefined && JSON.stringify(loadAuth(server.auth, ".")).includes("{reserved}");

/** Whether what the server sends names an address that nobody is to fetch. */
const namesLure = ({ server }: ScenarioPlay["scenario"]): boolean => JSON.stringify(server ?? {}).includes("{lure}");

/** The script of the scenario's server; `lure` is the address `{lure}` stands for in it. */
export function scriptFor(
  { name, scenario, speaks }: Pick<ScenarioPlay, "name" | "scenario" | "speaks">,
  lure = "http://127.0.0.1:9",
): MockScript {
  const server = withLure(scenario.server ?? {}, lure);
  const base = loadMock(server.mock ?? "reference", ".");
  const rules = [...(server.rules ?? []), ...(base.rules ?? [])];
  return lenientScript(parseScript({ ...base, ...server.script, revisions: [...speaks], rules }, `scenario ${name}`));
}

/** How long the whole of a scenario may take: what one exchange may, and what the steps wait on purpose. */
function limitOf({ scenario, timeoutMs }: ScenarioPlay): number {
  const waits = scenario.steps.map((step) => ("ms" in step ? step.ms : "timeoutMs" in step ? (step.timeoutMs ?? 0) : 0));
  return timeoutMs + waits.reduce((sum, ms) => sum + ms, 0);
}

/** Why a scenario did not take place: the client was not there, or did not do what it is about. */
function whySkipped(events: readonly TimedEvent[], needs: readonly string[]): string | null {
  const asked = new Set(events.flatMap(({ event }) => (event.kind === "auth" ? [event.endpoint] : [])));
  if (asked.size === 1 && asked.has("mcp") && !isAnyOf(events, undefined)) return triedNoAuthorization;
  if (asked.size === 0 && !isAnyOf(events, undefined)) return "the client did not reach the server of this scenario";
  const isSeen = (need: string): boolean => {
    const [kind, what = ""] = need.split(":");
    if (kind === "http") return events.some(({ event }) => event.kind === "http-request" && event.method === what);
    return kind === "auth" ? asked.has(what) : isAnyOf(events, need);
  };
  const missing = needs.filter((need) => !isSeen(need)).map((need) => need.replace("auth:", "request for ").replace("http:", ""));
  return missing.length === 0 ? null : `the client sent no ${missing.join(", ")}`;
}
