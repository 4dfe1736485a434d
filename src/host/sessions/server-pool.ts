import type { Clock } from "../../base/time/clock.ts";
import type { Tell } from "../log/host-event.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { createProcessSlots } from "./process-slots.ts";
import { createServerConnection, type ServerConnection } from "./server-connection.ts";
import type { ServerLink } from "./server-link.ts";
import { newMemory, type SessionMemory } from "./session-memory.ts";

/** What a request holds of the pool while it runs. */
export type Lease = {
  readonly connections: readonly ServerConnection[];
  readonly memory: SessionMemory;
  /** Servers that were left out, and why. */
  readonly problems: readonly string[];
  /** Gives everything back; what belongs to this request alone is closed. */
  readonly release: () => Promise<void>;
};

/** Connections by what they belong to, and the memories of sessions. */
export type ServerPool = {
  readonly lease: (links: readonly ServerLink[], sessionId?: string) => Lease;
  /** Ends every connection, for good. */
  readonly close: (withinMs?: number) => Promise<void>;
  /** Connections that are open or were, for listings. */
  readonly connections: () => readonly ServerConnection[];
  /** Whether no process can be started any more: as many as may run are in use. */
  readonly isBusy: () => boolean;
};

/** What a pool needs from outside. */
export type PoolSetup = {
  readonly profile: HostProfile;
  readonly clock: Clock;
  readonly version: string;
  readonly warn: (text: string) => void;
  readonly tell?: Tell;
  readonly redact?: (text: string) => string;
};

type Holding = { readonly connections: ReadonlyMap<string, ServerConnection>; users: number; idleSince: number; dead: boolean };
type Session = { holding: Holding; readonly memory: SessionMemory; idleSince: number; users: number };

/**
 * A pool. Connections of shared servers are kept by their definition; those a request brought by its session id, or until the
 * request ends where it has none. What was idle for too long ends at the next sweep.
 */
export function createServerPool({ profile, ...outside }: PoolSetup): ServerPool {
  const { clock } = outside;
  const shared = new Map<string, { readonly connection: ServerConnection; users: number; idleSince: number }>();
  const sessions = new Map<string, Session>();
  const all = new Set<ServerConnection>();
  const ending = new Set<Promise<void>>();
  const slots = createProcessSlots(profile.limits.maxProcesses, () => endLongestIdle());
  let stopSweep: (() => void) | undefined;
  let closed = false;

  function connect(link: ServerLink): ServerConnection {
    const connection = createServerConnection({ link: slots.counted(link), profile, ...outside });
    all.add(connection);
    return connection;
  }

  function end(connection: ServerConnection, withinMs?: number): Promise<void> {
    all.delete(connection);
    const done = connection.close(withinMs).finally(() => ending.delete(done));
    ending.add(done);
    return done;
  }

  async function endHolding(holding: Holding): Promise<void> {
    await Promise.all([...holding.connections.values()].map((connection) => end(connection)));
  }

  function holdingFor(links: readonly ServerLink[]): Holding {
    const connections = new Map(links.map((link) => [link.key, connect(link)]));
    return { connections, users: 0, idleSince: clock.now(), dead: false };
  }

  function sessionFor(id: string | undefined, own: readonly ServerLink[]): Session {
    const known = id === undefined ? undefined : sessions.get(id);
    if (known !== undefined && sameKeys(known.holding, own)) return known;
    if (known !== undefined) retire(known.holding);
    const holding = holdingFor(own);
    const session: Session = { holding, memory: known?.memory ?? newMemory(), idleSince: clock.now(), users: known?.users ?? 0 };
    if (known !== undefined) session.memory.active.clear();
    if (id !== undefined && makeRoom(id)) sessions.set(id, session);
    else holding.dead = true; // it lasts for its request
    return session;
  }

  /** Whether one more session can be kept; the one that was idle longest makes way. */
  function makeRoom(id: string): boolean {
    const { maxSessions } = profile.sessions;
    if (maxSessions === null || sessions.has(id) || sessions.size < maxSessions) return true;
    const idle = [...sessions].filter(([, { users }]) => users === 0);
    const [oldest] = idle.toSorted(([, one], [, other]) => one.idleSince - other.idleSince);
    if (oldest === undefined) return false;
    sessions.delete(oldest[0]);
    retire(oldest[1].holding);
    return true;
  }

  /** What could be ended because nobody uses it: processes of a session, which keeps what it remembers, or of a shared server. */
  function unused(): readonly { readonly since: number; readonly end: () => Promise<void> }[] {
    const ofSessions = [...sessions.values()]
      .filter(({ users, holding }) => users === 0 && [...holding.connections.values()].some(({ link }) => slots.isRunning(link)))
      .map((session) => ({
        since: session.idleSince,
        end() {
          const { holding } = session;
          session.holding = { connections: new Map(), users: 0, idleSince: session.idleSince, dead: true };
          return endHolding(holding);
        },
      }));
    const ofAll = [...shared]
      .filter(([, { users, connection }]) => users === 0 && slots.isRunning(connection.link))
      .map(([key, { connection, idleSince }]) => ({
        since: idleSince,
        end() {
          shared.delete(key);
          return end(connection);
        },
      }));
    return [...ofSessions, ...ofAll].toSorted((one, other) => one.since - other.since);
  }

  function endLongestIdle(): Promise<void> | undefined {
    return unused()[0]?.end();
  }

  /** Connections nobody may get any more: they end when the last request that has them is done. */
  function retire(holding: Holding): void {
    holding.dead = true;
    if (holding.users === 0) void endHolding(holding);
  }

  function shareOf(link: ServerLink): { readonly connection: ServerConnection; users: number; idleSince: number } {
    const entry = shared.get(link.key) ?? { connection: connect(link), users: 0, idleSince: clock.now() };
    shared.set(link.key, entry);
    return entry;
  }

  function lease(wanted: readonly ServerLink[], sessionId?: string): Lease {
    const links = wanted.slice(0, profile.limits.maxServers);
    const problems = wanted
      .slice(profile.limits.maxServers)
      .map(({ name }) => `${name}: maximum number of MCP servers reached (${profile.limits.maxServers})`);
    const isShared = (link: ServerLink): boolean => link.shared || profile.sessions.scope !== "sessionId";
    const session = sessionFor(
      sessionId,
      links.filter((link) => !isShared(link)),
    );
    const { holding } = session;
    const shares = links.filter(isShared).map(shareOf);
    holding.users += 1;
    session.users += 1;
    for (const share of shares) share.users += 1;
    const byKey = new Map([
      ...shares.map(({ connection }) => [connection.link.key, connection] as const),
      ...holding.connections,
    ]);
    let released = false;
    return {
      connections: links.map(({ key }) => byKey.get(key)).filter((connection) => connection !== undefined),
      memory: session.memory,
      problems,
      async release() {
        if (released) return;
        released = true;
        const now = clock.now();
        holding.users -= 1;
        session.users -= 1;
        holding.idleSince = session.idleSince = now;
        for (const share of shares) {
          share.users -= 1;
          share.idleSince = now;
        }
        if (holding.users === 0 && (holding.dead || closed)) await endHolding(holding);
        scheduleSweep();
      },
    };
  }

  function scheduleSweep(): void {
    const { idleMs, sweepMs } = profile.sessions;
    if (closed || idleMs === null || sweepMs === null || stopSweep !== undefined || (shared.size === 0 && sessions.size === 0))
      return;
    stopSweep = clock.setTimeout(sweepMs, () => {
      stopSweep = undefined;
      sweep(idleMs);
      scheduleSweep();
    });
  }

  function sweep(idleMs: number): void {
    const since = clock.now() - idleMs;
    for (const [id, session] of sessions) {
      if (session.users > 0 || session.idleSince > since) continue;
      sessions.delete(id);
      void endHolding(session.holding);
    }
    for (const [key, { connection, users, idleSince }] of shared) {
      if (users > 0 || idleSince > since) continue;
      shared.delete(key);
      void end(connection);
    }
  }

  return {
    lease,
    connections: () => [...all],
    isBusy: () => slots.isFull() && unused().length === 0,
    async close(withinMs) {
      closed = true;
      stopSweep?.();
      for (const connection of all) void end(connection, withinMs);
      while (ending.size > 0) await Promise.all(ending);
    },
  };
}

function sameKeys({ connections }: Holding, links: readonly ServerLink[]): boolean {
  return connections.size === links.length && links.every(({ key }) => connections.has(key));
}
