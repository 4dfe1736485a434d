import type { World } from "../../../mock/world/world.ts";
import type { Recorder } from "../../../trace/recorder.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { defaultLimits } from "../../../transport/client-transport.ts";
import { clientConnected, type OpenMock } from "../../client/mock/mock-at-work.ts";
import { openMock } from "../../client/mock/open-mock.ts";
import type { ScenarioRecord } from "../../client/scenario-record.ts";
import { openInProcessStdio } from "../in-process-stdio.ts";

/** Opens mock servers for a client in this process: over stdio without a process for each. */
export function mockHere(world: World): OpenMock {
  return async (setting) => {
    const { transport, script, record, scenario } = setting;
    if (transport !== "stdio") return await openMock(setting);
    return {
      transport,
      script,
      connect() {
        const connection = record.nextConnection();
        record.note(clientConnected(setting, connection));
        record.note({ kind: "step", connection, scenario, verb: "serve" });
        return openInProcessStdio({ script, world, recorder: seenFromServer(record), connection, limits: defaultLimits });
      },
      close: async () => undefined,
    };
  };
}

/** Records what a client's transport records as its server sees it: what was sent is received. */
function seenFromServer(record: ScenarioRecord): Recorder {
  return {
    record(event) {
      for (const one of turned(event)) record.note(one);
      return { seq: 0, at: 0, ...event };
    },
    nextConnection: record.nextConnection,
    nextExchange: record.nextExchange,
    trace: () => ({ subject: { kind: "client", transport: "stdio" }, events: [] }),
    handOver: () => [],
    describe: () => undefined,
    hide: (text) => text,
  };
}

/** The event from the other end; a text with line breaks in it arrives as several lines. */
function turned(event: Unrecorded): readonly Unrecorded[] {
  if (event.kind !== "frame") return [event];
  const direction = event.direction === "sent" ? "received" : "sent";
  return event.text.split("\n").map((text) => ({ ...event, direction, text, bytes: Buffer.byteLength(text) }));
}
