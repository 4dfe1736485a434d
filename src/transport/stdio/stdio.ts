import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Recorder } from "../../trace/recorder.ts";
import { type ClientTransport, type CloseHow, defaultLimits, type TransportLimits } from "../client-transport.ts";
import { becomes, settlesWithin } from "../../base/time/clock-waits.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import { deferred } from "../../base/time/deferred.ts";
import { createInbox } from "../inbox.ts";
import { createLineOutput } from "./line-output.ts";
import { withLineage } from "../process/lineage.ts";
import { markVariable, processFamily } from "../process/process-family.ts";
import type { ProcessGuard } from "../process/process-guard.ts";
import { spawnFailure } from "../process/spawn-failure.ts";
import { behindWrapper, hand, type Wrapper } from "../process/wrapper.ts";
import { createStderrLog } from "./stderr-log.ts";
import { createStdoutLog } from "./stdout-log.ts";

/**
 * What a child is started with. Its environment is exactly `env`, but for a mark where `marked` asks for one: by it processes are
 * found, and killed in the end, that left the child's group. `wrapper` says that `command` is a sandbox around the child. `guard` learns
 * of its process group while that lives.
 */
export type StdioOptions = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly marked?: boolean | undefined;
  readonly wrapper?: Wrapper | undefined;
  /** Told in the end what of a marked child is still running, or what could not be seen if it were. */
  readonly left?: ((what: "is still there" | "would not be seen", words: string) => void) | undefined;
  readonly recorder: Recorder;
  readonly connection: number;
  readonly limits?: TransportLimits | undefined;
  readonly clock?: Clock | undefined;
  readonly guard?: ProcessGuard | undefined;
};

/**
 * How long output is awaited after the child has ended, in ms. What it wrote is in the pipes by then; only a process
 * that inherited a pipe keeps it open for longer.
 */
const drainMs = 250;

/** How long those are hunted that left the group and go on starting others, in ms: on a busy machine each look may miss the last. */
const longestHuntMs = 20_000;

/** What may wait for a child that does not read its stdin: bytes, and messages, for each costs memory beyond its bytes. */
const mostUnread = { bytes: 64 * 1024 * 1024, messages: 20_000 } as const;

/**
 * Starts a child in a process group of its own and speaks lines with it (basic/transports, "stdio"). A command that
 * cannot be started is a `failure` event after which `ended` resolves. When the child has ended, however it did,
 * nothing of its group survives. `close("eof")`, for which `delete` stands too, gives it the grace of the limits to end by
 * itself. Of several calls of `close` the first counts, but a later `drop` kills at once.
 */
export function openStdio(options: StdioOptions): ClientTransport {
  const { recorder, connection, limits = defaultLimits, clock = systemClock, wrapper } = options;
  const mark = options.marked === true ? randomUUID() : undefined;
  const inbox = createInbox();
  const stderr = createStderrLog(recorder, connection);
  const exited = deferred<void>();
  const ended = deferred<void>();
  const gone = deferred<void>();
  let phase: "running" | "input-closed" | "signalled" | "killed" | "exited" = "running";
  let closing: Promise<void> | undefined;
  let inputBroken = false;
  let unread = 0;

  const output = createLineOutput({ recorder, connection, write, mayWrite });
  const stdout = createStdoutLog({
    recorder,
    connection,
    limits,
    clock,
    deliver: inbox.deliver,
    onFlood: () => void close("drop"),
  });
  const { command, args, lineage } = mark === undefined ? { ...options, lineage: undefined } : withLineage(options);
  const child = start({ ...options, command, args });
  const family = child?.pid === undefined ? undefined : processFamily(child.pid, { mark, lineage, wrapper: wrapper?.name });
  const release = options.guard?.add(() => {
    family?.signal("SIGKILL");
    family?.killEscaped();
  });
  if (child === undefined) settleWithoutExit();
  else attend(child);

  function fail(message: string): void {
    recorder.record({ kind: "failure", connection, message });
  }

  function attend(running: ChildProcessWithoutNullStreams): void {
    running.stdout.on("data", stdout.push);
    running.stderr.on("data", stderr.push);
    running.stdin.on("error", (error: NodeJS.ErrnoException) => {
      if (inputBroken || phase !== "running" || running.pid === undefined) return;
      inputBroken = true;
      fail(`could not write to the stdin of the process: ${error.code ?? error.message}`);
    });
    for (const stream of [running.stdout, running.stderr]) stream.on("error", () => {});
    running.on("error", (error: NodeJS.ErrnoException) => {
      if (running.pid !== undefined) return;
      fail(spawnFailure(options, error));
      settleWithoutExit();
    });
    const closed = new Promise<void>((resolve) => running.once("close", () => resolve()));
    running.once("exit", (status, signalled) => {
      const { code, signal } = wrapper === undefined ? { code: status, signal: signalled } : behindWrapper(status, signalled);
      const byItself = phase !== "signalled" && phase !== "killed";
      phase = "exited";
      exited.resolve();
      void settleAfterExit(running, closed, { code, signal, byItself });
    });
  }

  async function settleAfterExit(
    running: ChildProcessWithoutNullStreams,
    closed: Promise<void>,
    { code, signal, byItself }: { code: number | null; signal: string | null; byItself: boolean },
  ): Promise<void> {
    await settlesWithin(clock, drainMs, closed);
    for (const stream of [running.stdin, running.stdout, running.stderr]) stream.destroy();
    stdout.end(!byItself);
    stderr.end();
    recorder.record({ kind: "exit", connection, code, signal });
    ended.resolve();
    await sweep(byItself);
    release?.();
    gone.resolve();
  }

  /** Others of the group may just be ending too, so they get the grace before they are counted and killed. */
  async function sweep(byItself: boolean): Promise<void> {
    if (family === undefined) return;
    const allGone = (): boolean => family.living() === 0;
    if (!(await becomes(clock, limits.graceMs, allGone))) {
      if (byItself) recorder.record({ kind: "orphans", connection, count: family.living() });
      recorder.record({ kind: "signal", connection, signal: "SIGKILL" });
      family.signal("SIGKILL");
      if (!(await becomes(clock, limits.graceMs, allGone)))
        fail(`processes of the group are still there ${limits.graceMs} ms after SIGKILL`);
    }
    // What left the group inside of a sandbox ends with that.
    if (wrapper !== undefined) family.signal("SIGKILL");
    // Those have gone where no shutdown reaches them, and one of them may just start another.
    tell(await becomes(clock, longestHuntMs, () => family.killEscaped() === 0));
  }

  /** What may still be there, when all was done to end it. */
  function tell(allEnded: boolean): void {
    if (mark === undefined || wrapper !== undefined) return;
    if (!allEnded) options.left?.("is still there", "processes it started have left its process group and could not be ended");
    else if (lineage === undefined) options.left?.("would not be seen", outOfSight);
  }

  function settleWithoutExit(): void {
    phase = "exited";
    release?.();
    for (const one of [exited, ended, gone]) one.resolve();
  }

  function closeInput(): void {
    if (child === undefined || phase !== "running") return;
    phase = "input-closed";
    recorder.record({ kind: "stdin-closed", connection });
    child.stdin.end();
  }

  function mayWrite(): boolean {
    if (child !== undefined && phase !== "exited" && child.stdin.writable) return true;
    fail(phase === "exited" ? "could not send: the process has ended" : "could not send: stdin is closed");
    return false;
  }

  function write(line: string | Uint8Array): void {
    if (child === undefined) return;
    unread += 1;
    child.stdin.write(line, () => (unread -= 1));
    if (unread <= mostUnread.messages && child.stdin.writableLength <= mostUnread.bytes) return;
    if (phase !== "running" || closing !== undefined) return;
    fail("the process does not read its stdin, and too much waits for it; the process was stopped");
    void close("drop");
  }

  function kill(signal: NodeJS.Signals): void {
    if (family === undefined || phase === "exited" || phase === "killed") return;
    phase = signal === "SIGKILL" ? "killed" : "signalled";
    recorder.record({ kind: "signal", connection, signal });
    family.signal(signal);
  }

  async function end(how: CloseHow, graceMs: number): Promise<void> {
    if (how === "eof" || how === "delete") {
      closeInput();
      if (await settlesWithin(clock, graceMs, exited.promise)) return gone.promise;
    }
    if (how !== "drop") {
      kill("SIGTERM");
      const termMs = how === "term" ? graceMs : limits.graceMs;
      if (await settlesWithin(clock, termMs, exited.promise)) return gone.promise;
    }
    kill("SIGKILL");
    if (await settlesWithin(clock, limits.graceMs, exited.promise)) return gone.promise;
    fail(`the process is still there ${limits.graceMs} ms after SIGKILL`);
    settleWithoutExit();
  }

  function close(how: CloseHow, graceMs = limits.graceMs): Promise<void> {
    if (closing !== undefined && how === "drop") kill("SIGKILL");
    // Whoever drops a process that has died already does not wait for what it has left behind to end by itself.
    if (phase === "exited" && how === "drop") family?.signal("SIGKILL");
    closing ??= end(how, graceMs);
    return closing;
  }

  function start(from: StdioOptions): ChildProcessWithoutNullStreams | undefined {
    try {
      const input = from.wrapper?.input;
      const started = spawn(from.command, [...from.args], {
        cwd: from.cwd,
        env: { ...from.env, ...(mark === undefined ? {} : { [markVariable]: mark }) },
        stdio: ["pipe", "pipe", "pipe", ...(input === undefined ? [] : (["pipe"] as const))],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      hand(started.stdio[3], input);
      return started;
    } catch (error) {
      fail(spawnFailure(options, error as NodeJS.ErrnoException));
      return undefined;
    }
  }

  function weigh(): void {
    const bytes = phase === "running" ? family?.resident() : undefined;
    if (bytes !== undefined) recorder.record({ kind: "memory", connection, bytes });
  }

  return {
    kind: "stdio",
    connection,
    weigh,
    send(text) {
      output.send(text);
      return {};
    },
    behind: output.behind,
    unfinishedFor: stdout.unfinishedFor,
    listen: inbox.listen,
    ended: ended.promise,
    close,
    stderrTail: stderr.tail,
  };
}

/** What is true where processes have no lineage. */
const outOfSight =
  process.platform === "linux"
    ? "processes it started that left its process group and gave up its environment would not be found here (there is no prlimit)"
    : "processes it started that left its process group would not be found on this system";
