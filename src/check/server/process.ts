import { exitOf } from "../../trace/facts/fence.ts";
import { promptEndMs, slowestStartMs } from "../../trace/facts/prompt-end.ts";
import { calls } from "../../trace/call.ts";
import { unreadMessages } from "../../trace/message.ts";
import { connections, eventsOf, type Trace } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import type { Check } from "../check.ts";
import { type Exhibit, inconclusive, notApplicable, type Outcome, overdue, overall } from "../outcome.ts";
import { places } from "../places.ts";

/** A child that mcpcheck told to end: how it was first told, everything it was told after, and its end. */
type Ending = {
  readonly told: EventOf<"stdin-closed"> | EventOf<"signal">;
  readonly signals: readonly EventOf<"signal">[];
  readonly exit: EventOf<"exit"> | undefined;
};

function endings(trace: Trace): Ending[] {
  return connections(trace).flatMap(({ connection }) => {
    const told = trace.events.find(
      (event) => event.connection === connection && (event.kind === "stdin-closed" || event.kind === "signal"),
    );
    const exit = exitOf(trace, connection);
    if (told === undefined || (told.kind !== "stdin-closed" && told.kind !== "signal")) return [];
    if (exit !== undefined && exit.seq < told.seq) return [];
    const signals = eventsOf(trace, "signal").filter(
      (signal) => signal.connection === connection && (exit === undefined || signal.seq < exit.seq),
    );
    return [{ told, signals, exit }];
  });
}

const byEof = (trace: Trace): Ending[] => endings(trace).filter(({ told }) => told.kind === "stdin-closed");

const byTerm = (trace: Trace): Ending[] =>
  endings(trace).filter(({ told }) => told.kind === "signal" && told.signal === "SIGTERM");

/** @param longestMs how long after its stdin was closed a process may end by itself */
function exitsByItself(trace: Trace, longestMs = Infinity): Outcome {
  return overall(
    byEof(trace).map(({ told, signals, exit }): Exhibit => {
      const [signal] = signals;
      if (signal !== undefined) {
        const waited = Math.round(signal.at - told.at);
        return {
          ref: signal,
          wrong: `still running ${waited} ms after its stdin was closed; it had to be ended with ${signal.signal}`,
        };
      }
      if (exit === undefined) return overdue(told, "no exit was seen after its stdin was closed");
      const took = Math.round(exit.at - told.at);
      return took <= longestMs ? { ref: exit } : { ref: exit, wrong: `ended only ${took} ms after its stdin was closed` };
    }),
    "no connection was ended by closing stdin",
  );
}

const eofAdvice =
  "End the process when reading stdin reaches its end: close what keeps the event loop alive (timers, sockets, watchers) and return from main.";

export const exitsOnEof: Check = {
  id: "process.exits-on-eof",
  title: "The process ends by itself when its stdin is closed",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/lifecycle#shutdown", "2026-07-28": "removed" },
  transports: ["stdio"],
  advice: eofAdvice,
  verify: (trace) => exitsByItself(trace),
};

export const exitsPromptlyOnEof: Check = {
  ...exitsOnEof,
  id: "process.exits-promptly-on-eof",
  title: "The process exits promptly when its stdin is closed",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/stdio#shutdown" },
  tolerance: "Prompt is what takes no longer than two seconds, or twice as long as the slowest start of the server.",
  verify: (trace) => exitsByItself(trace, promptEndMs(slowestStartMs(trace))),
};

export const cleanExitCode: Check = {
  id: "process.exit-code-on-eof",
  title: "A process that ends because its stdin was closed exits with code 0",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice: "A regular end is not an error: exit with 0, so that hosts and supervisors do not report a crash.",
  verify(trace) {
    const ended = byEof(trace).filter(({ signals }) => signals.length === 0);
    if (ended.length === 0 && byEof(trace).length > 0)
      return { ...notApplicable("the process did not end by itself"), timing: true };
    return overall(
      ended.flatMap(({ exit }): Exhibit[] => {
        if (exit === undefined) return [];
        if (exit.code === 0) return [{ ref: exit }];
        return [{ ref: exit, wrong: exit.signal === null ? `exit code ${exit.code}, expected 0` : `killed by ${exit.signal}` }];
      }),
      "no process ended by itself after its stdin was closed",
    );
  },
};

export const exitsOnTerm: Check = {
  id: "process.exits-on-term",
  title: "The process ends when it receives SIGTERM",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice: "A SIGTERM handler must end the process: finish what is needed and exit. Do not install one that only logs.",
  verify(trace) {
    return overall(
      byTerm(trace).map(({ told, signals, exit }): Exhibit => {
        const kill = signals.find((signal) => signal.signal === "SIGKILL");
        if (kill !== undefined)
          return { ref: kill, wrong: `still running ${Math.round(kill.at - told.at)} ms after SIGTERM; it had to be killed` };
        return exit === undefined ? overdue(told, "no exit was seen after SIGTERM") : { ref: exit };
      }),
      "no process was ended with SIGTERM",
    );
  },
};

/** 143 is 128 + SIGTERM, what shells and wrappers report; 130 the same for SIGINT, which some runtimes turn SIGTERM into. */
const termCodes: readonly (number | null)[] = [0, 130, 143];

export const termExitCode: Check = {
  id: "process.exit-code-on-term",
  title: "A process ended by SIGTERM reports that signal, or exit code 0, 130 or 143",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice: "Leave SIGTERM to its default, or exit with 0 (or 128 + 15) in the handler; other codes look like a crash.",
  verify(trace) {
    const ended = byTerm(trace).filter(({ signals }) => signals.every((signal) => signal.signal !== "SIGKILL"));
    if (ended.length === 0 && byTerm(trace).length > 0) return notApplicable("the process did not end on SIGTERM");
    return overall(
      ended.flatMap(({ exit }): Exhibit[] => {
        if (exit === undefined) return [];
        const fine = exit.signal === null ? termCodes.includes(exit.code) : exit.signal === "SIGTERM";
        return [
          fine ? { ref: exit } : { ref: exit, wrong: `ended with ${exit.signal ?? `exit code ${exit.code}`} after SIGTERM` },
        ];
      }),
      "no process ended by itself after SIGTERM",
    );
  },
};

export const noOrphans: Check = {
  id: "process.no-orphans",
  title: "A process that has ended leaves no child process behind",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice: "End the processes you started before you exit; hosts restart servers often, and what is left behind adds up.",
  verify(trace) {
    const orphans = eventsOf(trace, "orphans").filter((event) => event.count > 0);
    const ended = endings(trace).filter(({ signals }) => signals.every((signal) => signal.signal !== "SIGKILL"));
    if (ended.length === 0 && endings(trace).length > 0)
      return notApplicable("the process had to be killed, and all its group with it");
    const clean = ended.flatMap(({ exit }): Exhibit[] => {
      const left = orphans.some((orphan) => orphan.connection === exit?.connection);
      return exit === undefined || left ? [] : [{ ref: exit }];
    });
    const left = orphans.map((orphan): Exhibit => ({
      ref: orphan,
      wrong: `${orphan.count} ${orphan.count === 1 ? "process of its group was" : "processes of its group were"} still alive after it had exited`,
    }));
    return overall([...left, ...clean], "no process was seen to end by itself");
  },
};

export const staysAlive: Check = {
  id: "process.stays-alive",
  title: "The process runs until it is told to end",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice:
    "Do not end on a bad message, an unhandled rejection or an idle moment: hosts see that as a crash and lose every request in flight.",
  tolerance:
    "A server may end a connection of its own accord; doing so while it is in use is reported as a warning, not as a failure.",
  verify(trace) {
    const told = endings(trace).map((ending): Exhibit => ({ ref: ending.told }));
    const crashed = connections(trace).flatMap(({ connection }): Exhibit[] => {
      const exit = exitOf(trace, connection);
      if (exit?.signal === "SIGKILL") return []; // it comes from another process: process.side-by-side judges that
      if (exit === undefined || told.some(({ ref }) => typeof ref !== "number" && isOn(trace, ref.seq, connection))) return [];
      const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
      return [{ ref: exit, wrong: `the process ended by itself (${how}) while it was in use` }];
    });
    return overall([...crashed, ...told], "no process was observed to its end");
  },
};

export const sideBySide: Check = {
  id: "process.side-by-side",
  title: "Two instances of the server can run side by side",
  subject: "server",
  level: "PRACTICE",
  spec: places.stdioShutdown,
  transports: ["stdio"],
  advice:
    "Do not end other instances at the start, by port or by name: every host, and every window of one, starts an instance of its own.",
  tolerance:
    "No process ends itself by SIGKILL, and mcpcheck did not send it. The system sends it too where memory runs out, which cannot be told from here.",
  verify(trace) {
    const killed = connections(trace).flatMap(({ connection }): Exhibit[] => {
      const exit = exitOf(trace, connection);
      if (exit === undefined || exit.signal !== "SIGKILL") return [];
      if (eventsOf(trace, "signal").some((signal) => signal.connection === connection)) return [];
      // Alone it would not come again: that others ran beside it is what it is about.
      const wrong = "the process was killed by SIGKILL, which mcpcheck did not send, while other instances ran";
      return [{ ref: exit.seq, wrong }];
    });
    const told = endings(trace).map((ending): Exhibit => ({ ref: ending.told }));
    if (connections(trace).length < 2 && killed.length === 0) return inconclusive("only one instance was started");
    return overall([...killed, ...told], "no process was observed to its end");
  },
};

function isOn(trace: Trace, seq: number, connection: number): boolean {
  return trace.events.some((event) => event.seq === seq && event.connection === connection);
}

/** What hosts in common use give a server before they give up on it, in ms. */
const startupBudget = 10_000;

export const startsInTime: Check = {
  id: "process.starts-in-time",
  title: "The first answer comes within ten seconds of the start",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/lifecycle#initialization", "2026-07-28": "basic/transports/stdio#backward-compatibility" },
  transports: ["stdio"],
  advice: "Answer first and load later: open databases, download models and warm caches after the first answer.",
  tolerance:
    "Judged by the quickest start: what delays one and not another is the machine's doing. On a busy machine it may take up to three times as long.",
  verify(trace) {
    const starts = connections(trace).flatMap((connect) => {
      // Silence on an odd first request says nothing about the start: only a first request that was answered counts.
      const first = calls(trace).find((call) => call.request.connection === connect.connection);
      if (first?.answer === undefined) return [];
      return [{ answer: first.answer, ms: Math.round(first.answer.at - connect.at), stretch: connect.stretch ?? 1 }];
    });
    const quick = starts.filter(({ ms, stretch }) => ms <= startupBudget * stretch);
    if (quick.length === 0 && unreadMessages(trace).length > 0) return inconclusive("not every first answer could be read");
    return overall(
      quick.length > 0
        ? quick.map(({ answer }) => ({ ref: answer }))
        : starts.map(({ answer, ms }) => overdue(answer, `the first answer took ${ms} ms`)),
      "no answer was seen",
    );
  },
};
