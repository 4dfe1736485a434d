import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../../base/files/package-file.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { parseFrame } from "../../../jsonrpc/frame.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import { serveHttp } from "../../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../../mock/serve/serve-sse.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import { envelopeKeys } from "../../../session/envelope.ts";
import { isAlive } from "../../../transport/process/process-group.ts";
import { monotonicMs, type TimedEvent } from "../scenario-record.ts";
import { type ConnectionOf, httpTap, sessionIn } from "./http-tap.ts";
import { clientConnected, type MockAtWork, type MockSetting } from "./mock-at-work.ts";

/** The program of a recorded server process; in one file, for a run starts hundreds. */
const program = packageFile("dist/recorded-mock.cjs");

/** How long a server process may take to notice that its client has gone, before it counts as left behind, in ms. */
const settleMs = 1500;

/** Opens the mock server of a scenario, recorded at its own end. */
export async function openMock(setting: MockSetting): Promise<MockAtWork> {
  return setting.transport === "stdio" ? layOut(setting) : await listen(setting);
}

async function listen(setting: MockSetting): Promise<MockAtWork> {
  const { script, transport, record, front } = setting;
  const world = systemWorld(transport, () => undefined);
  // A mock that ends its process must not end this one.
  const mock = createMockServer(script, { ...world, process: { ...world.process, exit: () => undefined } });
  const tap = httpTap(record, sessionsOf(setting));
  let opened = false;
  const connected = (): void => void (opened = true);
  const where = { host: "127.0.0.1", port: 0, tap, connected, front };
  const listening = await (transport === "http" ? serveHttp : serveSse)(mock, where);
  return {
    transport,
    script,
    url: listening.url,
    async close() {
      await listening.close();
      if (opened && !record.events().some(({ event }) => event.kind === "http-request" || event.kind === "auth"))
        record.note({ kind: "failure", connection: 1, message: "it opened a connection to the mock server and sent no request" });
    },
  };
}

/** A connection for every session, and for every opening of one; what names none belongs to the latest. */
function sessionsOf(setting: MockSetting): ConnectionOf {
  const { record, scenario, transport } = setting;
  const known = new Map<string, number>();
  const sessions = new Set<number>();
  let latest: number | undefined;
  const open = (at: number): number => {
    latest = record.nextConnection();
    record.note(clientConnected(setting, latest), at);
    record.note({ kind: "step", connection: latest, scenario, verb: "serve" }, at);
    return latest;
  };
  return {
    ofRequest({ method, url, headers }, body, at) {
      const named = [headers["mcp-session-id"]].flat()[0] ?? sessionIn(url ?? "");
      const found = named === undefined ? undefined : known.get(named);
      if (found !== undefined) return found;
      const opens = transport === "sse" ? method === "GET" : named === undefined && body !== null && isInitialize(body);
      // What is stateless has no part in a session that was opened before.
      const apart = latest !== undefined && sessions.has(latest) && named === undefined && body !== null && isStateless(body);
      return opens || apart || latest === undefined ? open(at) : latest;
    },
    gave(place, connection) {
      known.set(sessionIn(place) ?? place, connection);
      sessions.add(connection);
    },
  };
}

function isInitialize(body: string): boolean {
  const frame = parseFrame(body);
  return frame.kind === "request" && frame.method === "initialize";
}

function isStateless(body: string): boolean {
  const frame = parseFrame(body);
  return frame.kind === "request" && valueAt(frame.params, "_meta", envelopeKeys.protocolVersion) !== undefined;
}

function layOut(setting: MockSetting): MockAtWork {
  if (!existsSync(program)) throw new McpcheckError("harness", `${program} is missing: build mcpcheck first (npm run build)`);
  const { script, transport, directory } = setting;
  const file = join(directory, "mock.json");
  const records = join(directory, "records");
  writeFileSync(file, JSON.stringify(script));
  return {
    transport,
    script,
    command: [process.execPath, program, "client", file, records],
    async close() {
      await settled(records);
      gather(setting, records);
    },
  };
}

const pidsIn = (records: string): readonly number[] =>
  existsSync(records) ? readdirSync(records).map((name) => Number(name.replace(".ndjson", ""))) : [];

async function settled(records: string): Promise<void> {
  for (let waited = 0; waited < settleMs && pidsIn(records).some((pid) => isAlive(pid)); waited += 20)
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
}

/** Takes over what server processes wrote down, each a connection; those that still run are ended, and count as left behind. */
function gather(setting: MockSetting, records: string): void {
  const { record, scenario } = setting;
  const processes = pidsIn(records)
    .map((pid) => ({ pid, events: linesOf(join(records, `${pid}.ndjson`)) }))
    .toSorted((one, other) => (one.events[0]?.at ?? 0) - (other.events[0]?.at ?? 0));
  for (const { pid, events } of processes) {
    const connection = record.nextConnection();
    record.note(clientConnected(setting, connection), events[0]?.at);
    for (const { at, event } of events) record.note({ ...event, connection, ...(event.kind === "step" ? { scenario } : {}) }, at);
    if (!events.some(({ event }) => event.kind === "frame" && event.direction === "received"))
      record.note({ kind: "failure", connection, message: "it started the mock server and wrote nothing to it" });
    const last = events.at(-1)?.at ?? monotonicMs();
    if (isAlive(pid)) {
      process.kill(pid, "SIGKILL");
      record.note({ kind: "orphans", connection, count: 1 }, last);
    } else if (!events.some(({ event }) => event.kind === "exit")) {
      record.note({ kind: "signal", connection, signal: "SIGKILL" }, last);
    }
  }
}

/** The lines of a record; the last one of a process that was killed may be cut. */
function linesOf(file: string): readonly TimedEvent[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): TimedEvent[] => {
      try {
        return line === "" ? [] : [JSON.parse(line) as TimedEvent];
      } catch {
        return [];
      }
    });
}
