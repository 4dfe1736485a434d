import { randomUUID } from "node:crypto";
import type { Clock } from "../../../base/time/clock.ts";
import { loadAgent } from "../../../mock/agent/agent-script.ts";
import { serveAgent } from "../../../mock/agent/serve-agent.ts";
import type { Listening } from "../../../mock/serve/listening.ts";
import type { CaseRecord } from "../case/case-record.ts";
import type { CaseAgent } from "../case/host-case.ts";

/** The mock agents of a case: where each is reached. */
export type MockAgents = {
  readonly entries: readonly { readonly id: string; readonly url: string }[];
  readonly close: () => Promise<void>;
};

/** Starts the other agents of a case. What they are asked is recorded as what reaches a server is. */
export async function startAgents(agents: readonly CaseAgent[], record: CaseRecord, clock: Clock): Promise<MockAgents> {
  const open: Listening[] = [];
  const entries: { readonly id: string; readonly url: string }[] = [];
  for (const { id, mock } of agents) {
    const place = { server: id, instance: `${id}:first` };
    const listening = await serveAgent(loadAgent(mock), {
      clock,
      date: () => new Date(),
      random: randomUUID,
      heard({ method, path, headers, text }) {
        record.note({ kind: "server-http", ...place, method, path, headers });
        if (text !== "") record.note({ kind: "server-received", ...place, text, headers });
      },
    });
    open.push(listening);
    entries.push({ id, url: listening.base });
  }
  return {
    entries,
    close: async () => {
      for (const one of open) await one.close();
    },
  };
}
