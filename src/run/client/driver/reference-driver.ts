import { systemClock } from "../../../base/time/clock.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { ClientTransport } from "../../../transport/client-transport.ts";
import { openHttp } from "../../../transport/http/http.ts";
import { openSse } from "../../../transport/sse/sse.ts";
import { withAuthorization } from "../reference/auth/with-authorization.ts";
import type { ClientFault } from "../reference/client-fault.ts";
import { playReference } from "../reference/reference-client.ts";
import { type ReportChange, reportChanger } from "../reference/report-change.ts";
import { deviantTransport, type WireChange } from "../reference/wire-change.ts";
import type { ClientDriver } from "./client-driver.ts";
import type { MockPlace } from "../mock/mock-at-work.ts";

/** How a client of ours deviates from a right one. */
export type Deviation = {
  readonly changes?: readonly WireChange[] | undefined;
  readonly faults?: readonly ClientFault[] | undefined;
  readonly reports?: readonly ReportChange[] | undefined;
  /** It makes no more calls after the one that says this text. */
  readonly stopsAfter?: string | undefined;
};

/** The reference client in this process, with the deviations of a mutant. */
export function referenceDriver(deviation: Deviation, timeoutMs: number): ClientDriver {
  const { changes = [], faults = [], reports = [], stopsAfter } = deviation;
  return async ({ revision, steps, mock, record, connection, stop, context }) => {
    const authorization = withAuthorization({ url: mock.url, context, faults, changes });
    const reported = reportChanger(reports);
    const opened: ClientTransport[] = [];
    const open = (): ClientTransport => {
      const transport = authorization.around(openPlace(mock));
      opened.push(transport);
      return changes.length === 0 ? transport : deviantTransport(transport, changes);
    };
    const abandon = (): void => void Promise.all(opened.map((transport) => transport.close("drop")));
    stop.addEventListener("abort", abandon, { once: true });
    try {
      await playReference({
        open,
        revision,
        steps,
        clock: systemClock,
        timeoutMs,
        version: "0.0.0",
        faults: new Set(faults),
        unauthorized: authorization.unauthorized,
        ...(stopsAfter === undefined ? {} : { stopsAfter }),
        report(step, value) {
          const told = steps[step];
          const name = told !== undefined && "do" in told ? told.do : "";
          record.note({ kind: "report", connection, step, value: reported(name, value) });
        },
      });
    } finally {
      stop.removeEventListener("abort", abandon);
    }
    await Promise.all(opened.map((transport) => transport.close("drop")));
    record.note({ kind: "exit", connection, code: 0, signal: null });
  };
}

function openPlace({ connect, url, transport }: MockPlace): ClientTransport {
  if (connect !== undefined) return connect();
  const recorder = createRecorder({ kind: "client", transport: "memory" }, systemClock.now);
  const common = { recorder, connection: 1, url: url ?? "", headers: {} };
  return transport === "sse" ? openSse(common) : openHttp(common);
}
