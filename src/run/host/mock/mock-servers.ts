import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { UnplacedHostEvent } from "../../../check/host/host-event.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { loadMock, parseScript } from "../../../mock/script/load-script.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { serveHttp } from "../../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../../mock/serve/serve-sse.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { CaseRecord } from "../case/case-record.ts";
import type { CaseServer } from "../case/host-case.ts";
import { closedPort } from "./closed-port.ts";
import { recordingTap } from "./recording-tap.ts";
import { type StubProgram, writePrograms } from "./stub-programs.ts";
import { packageFile } from "../../../base/files/package-file.ts";

/** How a host reaches a server of a case: what its configuration says of it. */
export type ServerEntry = {
  readonly id: string;
  readonly transport: "stdio" | "http" | "sse";
  readonly command?: readonly string[];
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly more: Readonly<Record<string, unknown>>;
};

/** The mock servers of a case, ready to be used. */
export type MockServers = {
  readonly entries: readonly ServerEntry[];
  /** PATH of a host that finds the servers with a name of their own. */
  readonly path: string;
  /** Reads what the server processes wrote down into the record, and whether they still run. Ends those that do. */
  readonly collect: () => void;
  /** Waits until every server process has ended, at most so many milliseconds. */
  readonly settled: (withinMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * The program of a recorded server process; compiled, also when mcpcheck itself runs from its sources, and in one file: a run
 * starts hundreds, and most of what that costs is the loading of modules.
 */
const program = packageFile("dist/recorded-mock.cjs");

/** Starts the HTTP servers of a case and lays out those that the host starts as processes, in `directory`. */
export async function prepareServers(
  servers: readonly CaseServer[],
  preferred: "stdio" | "http" | "sse",
  directory: string,
  record: CaseRecord,
  clock: Clock,
): Promise<MockServers> {
  const open: { readonly close: () => unknown }[] = [];
  const records = join(directory, "records");
  const entries: ServerEntry[] = [];
  const stubs: StubProgram[] = [];
  for (const server of servers.flatMap(single)) {
    const transport =
      server.url !== undefined
        ? (server.transport ?? "http")
        : server.command !== undefined || server.program !== undefined
          ? "stdio"
          : (server.transport ?? preferred);
    const base = {
      id: server.id,
      transport,
      more: server.entry ?? {},
      ...(server.env === undefined ? {} : { env: server.env }),
      ...(server.headers === undefined ? {} : { headers: server.headers }),
    };
    record.note({ kind: "configured", server: server.id, ...(server.command === undefined ? {} : { command: server.command }) });
    if (server.url?.includes("{closed}") === true) {
      const closed = await closedPort();
      open.push(closed);
      entries.push({ ...base, url: server.url.replace("{closed}", `http://127.0.0.1:${closed.port}/mcp`) });
    } else if (server.url !== undefined) entries.push({ ...base, url: server.url });
    else if (server.command !== undefined) entries.push({ ...base, command: server.command });
    else if (transport === "stdio") {
      if (!existsSync(program)) throw new McpcheckError("harness", `${program} is missing: build mcpcheck first (npm run build)`);
      mkdirSync(records, { recursive: true });
      const file = join(directory, `mock-${entries.length}.json`);
      writeFileSync(file, JSON.stringify(scriptOf(server)));
      const command = [process.execPath, program, "host", file, server.id, join(records, `${entries.length}.ndjson`)];
      if (server.program !== undefined) stubs.push({ program: server.program, word: server.word, command });
      entries.push({
        ...base,
        command: [...(server.program === undefined ? command : [server.program]), ...(server.args ?? [])],
      });
    } else {
      const mock = createMockServer(scriptOf(server), {
        ...systemWorld(transport, () => undefined),
        clock: noticed(clock, server.id, record),
      });
      const tap = recordingTap({ id: server.id, transport }, record);
      const listening = await (transport === "http" ? serveHttp : serveSse)(mock, { host: "127.0.0.1", port: 0, tap });
      open.push(listening);
      entries.push({ ...base, url: listening.url });
      record.note({ kind: "server-start", server: server.id, instance: `${server.id}:first`, transport });
    }
  }
  const bin = join(directory, "bin");
  writePrograms(bin, stubs);
  const path = process.env["PATH"] ?? "";
  return {
    entries,
    path: stubs.length === 0 ? path : `${bin}${delimiter}${path}`,
    collect: () => collect(records, record),
    settled: (withinMs) => settled(records, withinMs),
    close: async () => {
      for (const one of open) await one.close();
    },
  };
}

/** The servers one definition stands for: one for each of its commands, called after it. */
function single({ commands, ...server }: CaseServer): readonly CaseServer[] {
  if (commands === undefined) return [server];
  return commands.map((command, index) => {
    const name = command
      .join("-")
      .replaceAll(/[^\w.-]+/g, "_")
      .slice(0, 60);
    return { ...server, id: `${server.id}-${index + 1}-${name}`, command };
  });
}

/** A clock that tells when a server begins to wait. */
function noticed(clock: Clock, server: string, record: CaseRecord): Clock {
  return {
    now: clock.now,
    setTimeout(ms, fn) {
      const stop = clock.setTimeout(ms, fn);
      if (ms > 0) record.note({ kind: "server-waits", server, ms });
      return stop;
    },
  };
}

/** The script of a case's server: a bundled one with the changes the case makes. */
export function scriptOf({ id, mock = "echo", tools, rules, script }: CaseServer): MockScript {
  const base = loadMock(mock, ".");
  if (tools === undefined && rules === undefined && script === undefined) return base;
  return parseScript(
    {
      ...base,
      ...script,
      ...(tools === undefined ? {} : { tools }),
      ...(rules === undefined ? {} : { rules: [...rules, ...(base.rules ?? [])] }),
    },
    `server ${id} (${mock})`,
  );
}

/** The lines that server processes wrote down; none where no server is a process. */
function recorded(records: string): { readonly at: number; readonly event: UnplacedHostEvent }[] {
  if (!existsSync(records)) return [];
  return readdirSync(records).flatMap((name) =>
    readFileSync(join(records, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { readonly at: number; readonly event: UnplacedHostEvent }),
  );
}

async function settled(records: string, withinMs: number): Promise<void> {
  const pids = recorded(records).flatMap(({ event }) =>
    (event.kind === "server-start" || event.kind === "process") && event.pid !== undefined ? [event.pid] : [],
  );
  for (let waited = 0; waited < withinMs && pids.some(isAlive); waited += 20)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
}

function collect(records: string, record: CaseRecord): void {
  const pids = new Map<number, Extract<UnplacedHostEvent, { kind: "process" }>>();
  for (const { at, event } of recorded(records)) {
    if (event.kind === "process") pids.set(event.pid, event);
    else record.note(event, at);
    if (event.kind === "server-start" && event.pid !== undefined)
      pids.set(event.pid, { kind: "process", server: event.server, instance: event.instance, pid: event.pid, alive: true });
  }
  for (const [pid, event] of pids) {
    const alive = isAlive(pid);
    record.note({ ...event, alive });
    if (alive) process.kill(pid, "SIGKILL");
  }
}

/** Whether a process runs; one that ended and waits for its parent to notice does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
