import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { createMockServer } from "../../../mock/mock-server.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { serveHttp } from "../../../mock/serve/http/serve-http.ts";
import { serveSse } from "../../../mock/serve/serve-sse.ts";
import { systemWorld } from "../../../mock/world/system-world.ts";
import { httpTap } from "../mock/http-tap.ts";
import { clientConnected, type MockSetting } from "../mock/mock-at-work.ts";
import type { ClientTransportName } from "../scenario/client-suite.ts";
import type { ScenarioRecord } from "../scenario-record.ts";
import { followRecords } from "./follow-records.ts";
import { sessionsApart } from "./sessions-apart.ts";
import { waitIn } from "./waiting-folder.ts";

/** What the scenario of a trace is called in which a client was met that nobody drove. */
export const attached = "attached";

/** What a place to attach to is made from. */
export type AttachSetting = {
  readonly transport: ClientTransportName;
  readonly script: MockScript;
  /** The port to listen on over HTTP; 0 takes a free one. */
  readonly port: number;
  /** Where servers that a client starts over stdio find this run. */
  readonly folder: string;
  readonly record: ScenarioRecord;
};

/** A place where clients come by themselves. */
export type AttachPlace = {
  /** The end point, over HTTP. */
  readonly url?: string;
  /** Reads what has been recorded meanwhile. */
  readonly look: () => void;
  /** How many clients are still there, as far as that shows: sockets, or processes. */
  readonly present: () => number;
  readonly close: () => Promise<void>;
};

/** Opens a place for clients to come to. @throws McpcheckError `harness` where the port or the folder is taken */
export async function openAttachPlace(setting: AttachSetting): Promise<AttachPlace> {
  if (setting.transport === "stdio") return join(setting);
  return await listen(setting, setting.transport);
}

/** The parts of a mock's setting that say how a connection begins. */
const opening = ({ script, transport, record }: AttachSetting): MockSetting => ({
  scenario: attached,
  script,
  transport,
  revision: null,
  record,
  directory: "",
});

/** Begins a connection on which a client is met. */
function beginConnection(setting: AttachSetting, at: number): number {
  const connection = setting.record.nextConnection();
  setting.record.note(clientConnected(opening(setting), connection), at);
  return connection;
}

function join(setting: AttachSetting): AttachPlace {
  const { records, leave } = waitIn(setting.folder, setting.script);
  const follow = followRecords(records, (event, at, connection) => setting.record.note({ ...event, connection }, at), {
    begin: (at) => beginConnection(setting, at),
    scenario: attached,
  });
  return {
    look: follow.look,
    present: follow.present,
    close: async () => {
      follow.look();
      leave();
    },
  };
}

async function listen(setting: AttachSetting, transport: "http" | "sse"): Promise<AttachPlace> {
  const { script, record, port } = setting;
  const world = systemWorld(transport, () => undefined);
  const mock = createMockServer(script, { ...world, process: { ...world.process, exit: () => undefined } });
  const open = (at: number): number => {
    const connection = beginConnection(setting, at);
    record.note({ kind: "step", connection, scenario: attached, verb: "serve" }, at);
    return connection;
  };
  const sockets = new Set<object>();
  const tapped = httpTap(record, sessionsApart(transport, open));
  const listening = await (transport === "http" ? serveHttp : serveSse)(mock, {
    host: "127.0.0.1",
    port,
    tap(request, response) {
      const { socket } = request;
      if (!sockets.has(socket)) socket.once("close", () => void sockets.delete(socket));
      sockets.add(socket);
      tapped(request, response);
    },
  }).catch((error: unknown) => {
    // A port that is taken is no fault of the command line: nobody could be judged.
    if (error instanceof McpcheckError) throw new McpcheckError("harness", error.message, { cause: error });
    throw error;
  });
  return { url: listening.url, look: () => undefined, present: () => sockets.size, close: listening.close };
}
