import { Worker } from "node:worker_threads";
import { packageFile } from "../../base/files/package-file.ts";
import type { Statement } from "../../check/check.ts";
import { statements } from "../../check/statements.ts";
import { textIn } from "../../trace/excerpt.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { gatherer } from "./gather.ts";
import { type DeadlineLimits, deadlineOf, whyStopped } from "./deadline.ts";
import type { Judged, JudgedFinding, Judging, JudgingSetup, Told } from "./judging.ts";
import { judgingHere } from "./judging-here.ts";

/** What is said to the thread. Events are handed over piece by piece: each piece that was taken is asked for the next one. */
export type ToThread =
  | { readonly kind: "events"; readonly subject: Trace["subject"]; readonly events: readonly WireEvent[] }
  | { readonly kind: "ask-ahead" }
  | { readonly kind: "judge"; readonly setup: ThreadSetup; readonly annotate: boolean }
  | { readonly kind: "hurry" };

/** By what a trace is judged, as it can be handed to a thread: checks by their ids. */
export type ThreadSetup = Omit<JudgingSetup, "checks"> & { readonly checks: readonly string[] };

/** What the thread says. Findings that accuse nobody come several at once, for each message takes its time. */
export type FromThread =
  | Told
  | { readonly kind: "found-several"; readonly found: readonly JudgedFinding[] }
  | { readonly kind: "taken" }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

/** What judging may take: memory of its thread, in MB, and time. `worker` is the file the thread runs. */
export type JudgingLimits = DeadlineLimits & { readonly heapMb: number; readonly worker: string | undefined };

/** What a run takes. */
export const usualJudging: JudgingLimits = {
  heapMb: 256,
  hurryMs: 1200,
  endMs: 3500,
  leastMs: 1500,
  // From TypeScript sources there is no file a thread could load.
  worker: import.meta.url.endsWith(".ts") ? undefined : packageFile("dist/judging-worker.js"),
};

/** The checks a thread finds by their ids. */
const registered: ReadonlySet<string> = new Set(statements.map(({ id }) => id));

/** How many characters of text are handed over at once. */
const pieceChars = 1024 * 1024;

/**
 * Starts a thread that judges, and hands it back at once: it loads while the subject is still being driven. What is judged was
 * written by the subject, so the thread has a limit of memory, and one of time from when `stop` is aborted: the budget of a
 * run holds for judging as well. When it passes one of them, what it had found is kept.
 */
export function startJudging(checks: readonly Statement[], stop: AbortSignal, limits: JudgingLimits = usualJudging): Judging {
  // Checks that are not of the registry have no name by which a thread would find them.
  if (limits.worker === undefined || checks.some(({ id }) => !registered.has(id))) return judgingHere(stop, limits);
  const thread = new Worker(limits.worker, {
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  thread.unref();
  let ended: string | undefined;
  let fault: Error | undefined;
  let hear: (said: FromThread) => void = () => undefined;
  let over = (): void => undefined;
  const deadline = deadlineOf(stop, limits, { hurry: () => say({ kind: "hurry" }), end: () => end(whyStopped(stop)) });
  let handedOver = 0;
  let turn: Promise<unknown> = Promise.resolve();

  thread.on("message", (said: FromThread) => hear(said));
  thread.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_WORKER_OUT_OF_MEMORY") ended ??= `judging takes more than ${limits.heapMb} MB of memory`;
    else fault ??= error;
  });
  thread.on("exit", () => {
    ended ??= "the thread that judges ended";
    over();
  });

  function say(what: ToThread): void {
    thread.postMessage(what, []);
  }

  function end(why: string): void {
    ended ??= why;
    void thread.terminate();
  }

  /** Resolves when something was said that `take` waits for, or the thread has ended. */
  async function heard(take: (said: FromThread) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      if (ended !== undefined) return resolve();
      over = resolve;
      hear = (said) => {
        if (take(said)) resolve();
      };
    });
  }

  async function handOver({ subject, events }: Trace): Promise<void> {
    while (handedOver < events.length) {
      if (ended !== undefined) return;
      const to = endOfPiece(events, handedOver);
      say({ kind: "events", subject, events: events.slice(handedOver, to) });
      handedOver = to;
      await heard((said) => said.kind === "taken");
    }
  }

  async function judge(trace: Trace, setup: JudgingSetup, annotate: boolean): Promise<Judged> {
    const { take, gathered } = gatherer(trace, setup);
    const { promises, attributions, argv } = setup;
    await handOver(trace);
    if (ended === undefined) {
      const ids = setup.checks.map(({ id }) => id);
      say({ kind: "judge", setup: { checks: ids, promises, attributions, argv }, annotate });
      await heard((said) => {
        if (said.kind === "failed") fault ??= new Error(said.message);
        else if (said.kind === "found-several") for (const found of said.found) take({ kind: "found", found });
        else if (said.kind !== "done" && said.kind !== "taken") take(said);
        return said.kind === "done" || said.kind === "failed";
      });
    }
    if (fault !== undefined) throw fault;
    return gathered(ended);
  }

  async function judgeNow(trace: Trace, setup: JudgingSetup, annotate: boolean): Promise<Judged> {
    thread.ref();
    deadline.begin();
    try {
      return await judge(trace, setup, annotate);
    } finally {
      thread.unref();
    }
  }

  return {
    take(subject, events) {
      say({ kind: "events", subject, events });
      handedOver += events.length;
    },
    askAhead: () => say({ kind: "ask-ahead" }),
    async judge(trace, setup, { annotate }) {
      const mine = turn.then(async () => await judgeNow(trace, setup, annotate));
      turn = mine.catch(() => undefined);
      return await mine;
    },
    async stop() {
      deadline.cancel();
      ended ??= "judging was stopped";
      await thread.terminate();
    },
  };
}

function endOfPiece(events: readonly WireEvent[], from: number): number {
  let chars = 0;
  let to = from;
  for (; to < events.length && chars < pieceChars; to += 1) chars += 100 + textIn(events.slice(to, to + 1));
  return to;
}
