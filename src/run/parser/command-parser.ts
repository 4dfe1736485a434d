import { type ChildProcess, spawn } from "node:child_process";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Clock } from "../../base/time/clock.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import { signalGroup } from "../../transport/process/process-group.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import { type Exact, parseExact } from "./answer/exact-json.ts";
import { readAnswer } from "./answer/parser-answer.ts";
import type { ParserExchange, ParserUnderTest } from "./parser-under-test.ts";

/** What starting a parser takes. `command` goes through the shell, as a user types it. */
export type CommandParserOptions = {
  readonly command: string;
  readonly cwd: string;
  readonly clock: Clock;
  readonly guard: ProcessGuard;
  /** Milliseconds one answer may take, and the first one, which waits for the start of the process. */
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
};

type Waiting = {
  readonly request: string;
  readonly settle: (exchange: ParserExchange) => void;
  readonly fail: (error: McpcheckError) => void;
  stopTimer: () => void;
};

const lineLimit = 64 * 1024 * 1024;
const tailLimit = 4000;
const graceMs = 2000;

/**
 * Starts a parser once and speaks the line protocol with it: one JSON request per line, one JSON answer per line, in any
 * order. Whatever is not an answer (another line, an unknown id, the end of the process, silence) fails every open request.
 */
export function startCommandParser({
  command,
  cwd,
  clock,
  guard,
  timeoutMs,
  startTimeoutMs,
}: CommandParserOptions): ParserUnderTest {
  const child = spawn(command, { cwd, shell: true, detached: process.platform !== "win32", stdio: ["pipe", "pipe", "pipe"] });
  const release = guard.add(() => child.pid !== undefined && signalGroup(child.pid, "SIGKILL"));
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let answered = 0;
  let stderr = "";
  let dead: McpcheckError | undefined;

  const fail = (message: string): void => {
    if (dead === undefined) {
      dead = new McpcheckError("subject", `${command}: ${message}`, { stderrTail: stderr });
      // Nothing it may still write counts, and a flood of it would keep everything else waiting.
      child.stdout.destroy();
      kill(child);
    }
    const open = [...waiting.values()];
    waiting.clear();
    for (const one of open) {
      one.stopTimer();
      one.fail(dead);
    }
  };
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code, signal) => {
      release();
      fail(`the parser ended (${signal ?? `exit code ${code}`}) after ${answered} answers`);
      resolve();
    });
    child.once("error", (error) => {
      fail(`the parser did not start: ${error.message}`);
      resolve();
    });
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-tailLimit)));
  child.stdin.on("error", () => {
    // The parser closed its input: that it ended is told by `close`, and silence by the timers.
  });
  const take = (text: string): void => {
    if (text.trim() === "") return;
    const line = parseExact(text);
    const id = idOf(line);
    const asked = id === undefined ? undefined : waiting.get(id);
    if (line === undefined || id === undefined || asked === undefined) {
      fail(`the parser wrote a line that answers no open request: ${JSON.stringify(text.slice(0, 120))}`);
      return;
    }
    waiting.delete(id);
    asked.stopTimer();
    const answer = readAnswer(line);
    answered += 1;
    // A line with the id of a request that repeats it, or names no calls, comes from something that is not a parser.
    if (typeof answer === "object" && "wrong" in answer)
      asked.fail(
        new McpcheckError("subject", `${command}: ${answer.wrong} in the answer ${JSON.stringify(text.slice(0, 120))}`, {
          stderrTail: stderr,
        }),
      );
    else asked.settle({ request: () => asked.request, reply: () => text, answer });
    armOldest();
  };
  const splitter = createLineSplitter(lineLimit, (line) => take(line.text));
  child.stdout.on("data", (chunk: Buffer) => splitter.push(chunk));
  child.stdout.once("end", () => splitter.end(false));

  // Only the oldest open request is timed: the others wait in the parser's queue and are not late.
  const armOldest = (): void => {
    const [oldest] = waiting.values();
    if (oldest === undefined) return;
    oldest.stopTimer();
    const ms = answered === 0 ? startTimeoutMs : timeoutMs;
    oldest.stopTimer = clock.setTimeout(ms, () => fail(`no answer within ${ms} ms to ${oldest.request.slice(0, 200)}`));
  };

  return {
    window: 32,
    ask: (request) =>
      new Promise((settle, reject) => {
        if (dead !== undefined) {
          reject(dead);
          return;
        }
        const id = ++lastId;
        const line = jsonLine({ id, ...request });
        waiting.set(id, { request: line, settle, fail: reject, stopTimer: () => {} });
        if (waiting.size === 1) armOldest();
        child.stdin.write(`${line}\n`);
      }),
    close: async () => {
      child.stdin.end();
      const killed = clock.setTimeout(graceMs, () => kill(child));
      await ended;
      killed();
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    },
  };
}

/** JSON on one line for every reader: some take U+2028 and U+2029 for line ends. */
function jsonLine(value: object): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

function kill(child: ChildProcess): void {
  if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
}

function idOf(line: Exact | undefined): number | undefined {
  const id = line instanceof Map ? line.get("id") : undefined;
  return id !== null && typeof id === "object" && "number" in id ? Number(id.number) : undefined;
}
