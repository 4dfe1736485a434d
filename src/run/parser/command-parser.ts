import { type ChildProcess, spawn } from "node:child_process";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Clock } from "../../base/time/clock.ts";
import { createLineSplitter } from "../../transport/stdio/line-splitter.ts";
import { signalGroup } from "../../transport/process/process-group.ts";
import type { ProcessGuard } from "../../transport/process/process-guard.ts";
import type { ReadAnswer } from "./answer/parser-answer.ts";
import { readLine } from "./answer/read-line.ts";
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

type Stray = { readonly text: string; readonly why: string };

const lineLimit = 64 * 1024 * 1024;
const tailLimit = 4000;
const graceMs = 2000;
/** More lines than this that answer nothing are a flood. */
const noiseLimit = 1000;
/** As much of a line as messages show. */
const shownLimit = 120;

/**
 * Starts a parser once and speaks the line protocol with it: one JSON request per line, one JSON answer per line, in any
 * order. A wrong answer is the answer of its request, and the parser is asked on. Only what leaves nothing to ask fails every open
 * request: the end of the process, silence, a flood of lines that answer nothing, a second answer to one request.
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
  // Lines that answer no request: those that have the form of an answer, and all others.
  const unaddressed: Stray[] = [];
  const noise: Stray[] = [];
  let toldNoise = 0;
  let silences = 0;
  let wasSilent = false;
  /** Requests whose answer was taken to be a line without their id: a late one changes nothing. */
  const givenUp = new Set<number>();

  const fail = (message: string): void => {
    if (dead === undefined) {
      dead = new McpcheckError("subject", `${command}: ${message}`, { stderrTail: stderr, cause: message });
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
  const settle = (id: number, text: string, answer: ReadAnswer): void => {
    const asked = waiting.get(id);
    if (asked === undefined) return;
    waiting.delete(id);
    asked.stopTimer();
    asked.settle({ request: () => asked.request, reply: () => text, answer });
  };
  /** Answers that name no request belong to those that are left when all others have theirs. */
  const settleUnaddressed = (): void => {
    if (unaddressed.length === 0 || waiting.size > unaddressed.length) return;
    for (const id of waiting.keys()) {
      const line = unaddressed.shift();
      if (line === undefined) break;
      givenUp.add(id);
      settle(id, line.text, { wrong: line.why });
    }
  };
  const take = (text: string): void => {
    if (text.trim() === "") return;
    const line = readLine(text);
    const known = line.kind === "answer" && line.id >= 1 && line.id <= lastId;
    if (line.kind === "answer" && known && waiting.has(line.id)) {
      answered += 1;
      silences = 0;
      settle(line.id, text, line.answer);
    } else if (line.kind === "answer" && known) {
      if (givenUp.delete(line.id)) return;
      fail(`the parser answered a request a second time: ${shown(text)}`);
    } else if (line.kind === "noise") {
      noise.push({ text, why: line.why });
      if (noise.length > noiseLimit) fail(`the parser writes line after line that answers no request: ${shown(text)}`);
    } else {
      answered += 1;
      unaddressed.push({ text, why: line.kind === "answer" ? `"id" is ${line.id}, and no request has it` : line.why });
      if (unaddressed.length > noiseLimit) fail(`the parser writes line after line that answers no request: ${shown(text)}`);
    }
    settleUnaddressed();
    armOldest();
  };
  /** Nothing came for the oldest request. Lines that answer nothing may have been meant for those that are open. */
  const silent = (ms: number, request: string): void => {
    const [line] = noise.slice(toldNoise);
    silences += 1;
    if (line === undefined || answered === 0 || silences > 1) {
      const [wrote] = noise;
      wasSilent = true;
      const instead = wrote === undefined ? "" : `; it wrote ${shown(wrote.text)}, which is ${wrote.why}`;
      fail(`no answer within ${ms} ms to ${request.slice(0, 200)}${instead}`);
      return;
    }
    toldNoise = noise.length;
    for (const id of waiting.keys()) {
      givenUp.add(id);
      settle(id, line.text, { wrong: line.why });
    }
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
    oldest.stopTimer = clock.setTimeout(ms, () => silent(ms, oldest.request));
  };

  return {
    strays: () => noise.map(({ text }) => text),
    isSilent: () => wasSilent,
    window: 32,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (dead !== undefined) {
          reject(dead);
          return;
        }
        const id = ++lastId;
        const line = jsonLine({ id, ...request });
        waiting.set(id, { request: line, settle: resolve, fail: reject, stopTimer: () => {} });
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

function shown(text: string): string {
  return JSON.stringify(text.length > shownLimit ? `${text.slice(0, shownLimit)}…` : text);
}

/** JSON on one line for every reader: some take U+2028 and U+2029 for line ends. */
function jsonLine(value: object): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}

function kill(child: ChildProcess): void {
  if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
}
