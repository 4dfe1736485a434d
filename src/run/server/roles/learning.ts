import type { Revision } from "../../../spec/revision.ts";
import type { ToolRole } from "../../../trace/facts/tool-role.ts";
import { type Sighting, toolsSeen } from "../../../trace/facts/tools/tools-seen.ts";
import { type Trace, traceOf } from "../../../trace/trace.ts";
import type { ServerRun } from "../server-run.ts";

/**
 * What the main session of a revision finds out about the tools by calling them, for all sessions of that revision. Who
 * needs a role waits for `over`. What is `seen` is read from the trace once after each `look`, for reading it takes its time.
 */
export type Learning = {
  /** The tools were called for the first time, or there is nothing to learn: from now on there is more to wait for than to do. */
  readonly asked: Promise<void>;
  readonly ask: () => void;
  readonly over: Promise<void>;
  /** The tools were called as often as they will be to learn of them. Any further time it does nothing. */
  readonly finish: () => void;
  /** A scenario has shown more of the tools. */
  readonly look: () => void;
  readonly seen: () => ReadonlyMap<ToolRole, readonly Sighting[]>;
};

/** The learning of a revision, not begun. */
export function startLearning(run: ServerRun, revision: Revision): Learning {
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  let finish = (): void => undefined;
  const over = new Promise<void>((resolve) => (finish = resolve));
  let seen: ReturnType<Learning["seen"]> | undefined;
  return {
    asked,
    ask: () => ask(),
    over,
    finish() {
      ask();
      finish();
    },
    look: () => (seen = undefined),
    seen: () => (seen ??= toolsSeen(mainPart(traceOf(run.recorder.trace(), revision)))),
  };
}

/** What happened on the main connections: on the others mcpcheck is another client, or an odd one. */
function mainPart({ subject, events }: Trace): Trace {
  const main = new Set(
    events.flatMap((event) => (event.kind === "connect" && event.session === "main" ? [event.connection] : [])),
  );
  return { subject, events: events.filter(({ connection }) => main.has(connection)) };
}
