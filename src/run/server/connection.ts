import type { JsonObject } from "../../jsonrpc/json.ts";
import type { ClientSession } from "../../session/client-session.ts";
import type { AnswerManner } from "../../session/client-role.ts";
import { createClientSession } from "../../session/create-client-session.ts";
import type { Revision } from "../../spec/revision.ts";
import type { ServerRun } from "./server-run.ts";

/** A root of the client. */
export type Root = { readonly uri: string; readonly name: string };

/** An open connection with a session on it; nothing has been sent yet. `isOver` tells whether it can bring anything more. */
export type Connection = {
  readonly session: ClientSession;
  readonly number: number;
  readonly capabilities: JsonObject;
  readonly isOver: () => boolean;
  /** Says how forms are answered from now on; undefined: as a willing user would. */
  readonly answerAs: (manner: AnswerManner | undefined) => void;
  /** The roots the client has, and a word that changes them. */
  readonly roots: () => readonly Root[];
  readonly offerRoots: (roots: readonly Root[]) => void;
  /** When it was opened, by the run's clock. */
  readonly openedAt: number;
};

/** Opens a connection for a session of this name. `revision` null means that the negotiation on it will tell by which one it is judged. */
export function openConnection(
  run: ServerRun,
  { name, revision, again = false }: { readonly name: string; readonly revision: Revision | null; readonly again?: boolean },
  capabilities: JsonObject,
): Connection {
  let roots: readonly Root[] = [{ uri: run.rootUri, name: "mcpcheck" }];
  const number = run.recorder.nextConnection();
  const kind = run.recorder.trace().subject.transport;
  const stretch = Math.round(10 * (run.stretch?.() ?? 1)) / 10;
  run.recorder.record({
    kind: "connect",
    connection: number,
    transport: kind,
    revision,
    session: name,
    capabilities,
    target: run.target,
    ...(again ? { again } : {}),
    ...(stretch > 1 ? { stretch } : {}),
  });
  const openedAt = run.clock.now();
  const transport = run.open(number);
  let over = false;
  let manner: AnswerManner | undefined;
  void transport.ended.then(() => (over = true));
  const session = createClientSession({
    transport,
    recorder: run.recorder,
    clock: run.clock,
    identity: run.identity,
    client: {
      capabilities,
      get roots() {
        return roots;
      },
      manner: () => manner,
    },
    timeoutMs: run.timeoutMs,
    pace: run.pace,
    looksAtTasks: true,
    takesFaultyIds: true,
    ...(run.results === undefined ? {} : { results: run.results }),
  });
  return {
    session,
    number,
    capabilities,
    isOver: () => over,
    answerAs: (chosen) => (manner = chosen),
    roots: () => roots,
    offerRoots: (offered) => (roots = offered),
    openedAt,
  };
}
