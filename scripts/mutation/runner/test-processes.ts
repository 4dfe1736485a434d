import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Played, ToProcess } from "./messages.ts";

const program = fileURLToPath(new URL("test-process.ts", import.meta.url));

/** What loading the tests may take, in ms, on a machine with much else to do. */
const loading = 120_000;

/** A process that has the tests loaded, started when it is first asked and again after it was ended. */
export class TestProcess {
  #child: ChildProcess | undefined;

  /**
   * Plays tests. Nothing: it took longer than `timeout` ms, and `loading` ms more where a process has to be started, or the process
   * ended; the next question starts a new one.
   */
  async ask(message: ToProcess, timeout: number): Promise<Played | undefined> {
    const patience = timeout + (this.#child === undefined ? loading : 0);
    const child = (this.#child ??= fork(program, {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }));
    const answer = await new Promise<Played | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patience);
      const ended = (): void => resolve(undefined);
      child.once("exit", ended);
      child.once("message", (played) => {
        clearTimeout(timer);
        child.off("exit", ended);
        resolve(played as Played);
      });
      child.send(message);
    });
    if (answer === undefined) this.end();
    return answer;
  }

  end(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
