import { parentPort } from "node:worker_threads";
import { checkById, checks as allChecks } from "../../check/registry.ts";
import { isAccusation } from "../../check/verdict.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { askAhead, noAnswers } from "../annotate/annotate-trace.ts";
import { startOracle } from "../annotate/oracle.ts";
import type { FromThread, ThreadSetup, ToThread } from "./judging-thread.ts";
import type { JudgedFinding } from "./judging.ts";
import { rehearse } from "./rehearsal.ts";
import { tellVerdicts } from "./tell-verdicts.ts";

/** So many findings are said at once. */
const mostKept = 32;

/** Runs in a worker thread: takes a trace piece by piece, and judges what it has of it when it is told to. */
function serve(): void {
  const port = parentPort;
  if (port === null) return;
  const oracle = startOracle();
  const known = noAnswers();
  const events: WireEvent[] = [];
  let asking: Promise<void> = Promise.resolve();
  let isEnough = false;
  let isRehearsed = false;
  let subject: Trace["subject"] = { kind: "server", transport: "stdio" };
  const say = (said: FromThread): void => port.postMessage(said);

  async function judge({ checks, ...rest }: ThreadSetup, annotate: boolean): Promise<void> {
    const setup = { ...rest, checks: checks.flatMap((id) => checkById(id) ?? []) };
    isEnough = true;
    await asking;
    // Events that come later are no part of what is judged now.
    let kept: JudgedFinding[] = [];
    const sayKept = (): void => {
      if (kept.length > 0) say({ kind: "found-several", found: kept });
      kept = [];
    };
    for await (const told of tellVerdicts({ subject, events: events.slice() }, setup, annotate ? oracle : undefined, known)) {
      // Whatever ends this thread, what accuses the subject has been said by then.
      if (told.kind === "found" && kept.length < mostKept && !isAccusation(told.found.finding)) kept.push(told.found);
      else {
        sayKept();
        say(told);
      }
    }
    sayKept();
    say({ kind: "done" });
  }

  port.on("message", (said: ToThread) => {
    if (said.kind === "hurry") return void oracle.stop();
    if (said.kind === "events") {
      subject = said.subject;
      for (const event of said.events) events.push(event);
      return say({ kind: "taken" });
    }
    if (said.kind === "ask-ahead") {
      isEnough = false;
      asking = asking
        .then(async () => {
          const trace = { subject, events: events.slice() };
          await askAhead(trace, oracle, known, () => isEnough);
          if (!isRehearsed) await rehearse(trace, allChecks, () => isEnough);
          isRehearsed = true;
        })
        .catch(() => undefined); // whoever judges meets the same again, and says so
      return;
    }
    judge(said.setup, said.annotate).catch((error: unknown) =>
      say({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

serve();
