import { existsSync } from "node:fs";
import { shellLine } from "../../repro.ts";
import { timeLimit } from "../../limits/time-limit.ts";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";
import { startHostProcess } from "./host-process.ts";
import { lateAnswer, noAnswer, type StepAnswer } from "../host-under-test.ts";
import type { TerminalStep } from "../case/terminal-step.ts";
import { aborted } from "../../../base/time/aborted.ts";

/** A command that is talked to at a terminal. Times in ms. */
export type TerminalCommand = {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly guard: ProcessGuard;
  readonly stop: AbortSignal;
  /** Longest that one thing may take to appear. */
  readonly patienceMs: number;
};

/** The program of util-linux that gives a command a terminal. */
const program = "/usr/bin/script";

/** Whether commands can be given a terminal on this machine. */
export const canTalkAtTerminal = (): boolean => process.platform === "linux" && existsSync(program);

/**
 * Runs a command at a terminal of its own and talks to it: nothing is typed before the terminal shows what was waited for. Where
 * the talk ends with something that is only seen, the input ends there. The answer's text is all that stood on the terminal, echo
 * included.
 */
export async function talkAtTerminal(
  { command, env, cwd, guard, stop, patienceMs }: TerminalCommand,
  { args = [], talk }: TerminalStep,
): Promise<StepAnswer> {
  const line = shellLine([...command, ...args]);
  const started = startHostProcess({
    command: [program, "--quiet", "--flush", "--return", "--echo", "always", "--command", line, "/dev/null"],
    env: { ...env, TERM: "dumb", SHELL: "/bin/sh" },
    cwd,
    guard,
    typed: true,
  });
  const watch = watchOutput(started);
  let from = 0;
  try {
    for (const { see, type } of talk) {
      const limit = timeLimit(patienceMs, stop);
      const at = await watch(see, from, limit);
      if (at === undefined)
        return {
          ...(limit.aborted ? lateAnswer : noAnswer)(`the terminal did not show ${JSON.stringify(see)}`),
          text: started.stdout(),
          said: started.stdout(),
        };
      from = at + see.length;
      if (type !== undefined) started.type(type);
    }
    if (talk.at(-1)?.type === undefined) started.type("\u0004");
    const exit = await Promise.race([started.ended, aborted(timeLimit(patienceMs, stop)).then(() => "late" as const)]);
    const text = started.stdout();
    if (exit === "late") return { ...lateAnswer("the chat did not end with its input"), text, said: text };
    return { status: null, exit, headers: {}, text, said: text, aside: started.stderr(), failed: null };
  } finally {
    started.end();
  }
}

type Started = ReturnType<typeof startHostProcess>;

/** Tells where a text appears in the output, from a place on, as soon as it does; undefined when it does not come. */
function watchOutput(started: Started): (text: string, from: number, late: AbortSignal) => Promise<number | undefined> {
  let look = (): void => undefined;
  started.onOutput(() => look());
  const over = started.ended.catch(() => undefined);
  return (text, from, late) =>
    new Promise((resolve) => {
      look = () => {
        const at = started.stdout().indexOf(text, from);
        if (at >= 0) resolve(at);
      };
      void aborted(late).then(() => resolve(undefined));
      void over.then(() => (look(), resolve(undefined)));
      look();
    });
}
