import { StringDecoder } from "node:string_decoder";
import { Writable } from "node:stream";
import { readHidden, type Terminal } from "../../host/policy/show/read-hidden.ts";

/** The input of a terminal. */
export type TerminalInput = Terminal["input"];

/** Whether an input is a terminal whose echo can be switched off. */
export function isTerminalInput(input: object): input is TerminalInput {
  return "isTTY" in input && input.isTTY === true && "setRawMode" in input && typeof input.setRawMode === "function";
}

/** Lines of a terminal, one after the other. */
export type LineReader = {
  /** The next line without its end; undefined at the end of the input, or when the signal is aborted. */
  readonly next: (signal: AbortSignal) => Promise<string | undefined>;
  /** A line that is not shown while it is typed; undefined when none was given. */
  readonly hidden: (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Lets go of the input, which would otherwise keep the process alive. */
  readonly close: () => void;
};

/** Longest line kept, in characters. */
const longest = 1_048_576;

/** Reads lines as they come. Whoever asked first gets the next line; a question that was given up takes none. */
export function createLineReader(input: TerminalInput, write: (text: string) => void): LineReader {
  const decoder = new StringDecoder("utf8");
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  let rest = "";
  let ended = false;

  function give(line: string | undefined): void {
    const taker = waiting.shift();
    if (taker !== undefined) taker(line);
    else if (line !== undefined) lines.push(line);
  }

  function onData(chunk: Buffer | string): void {
    const parts = (rest + (typeof chunk === "string" ? chunk : decoder.write(chunk))).split(/\r\n|[\r\n]/);
    rest = (parts.pop() ?? "").slice(0, longest);
    for (const part of parts) give(part);
  }

  function onEnd(): void {
    ended = true;
    if (rest !== "") give(rest);
    rest = "";
    while (waiting.length > 0) give(undefined);
  }

  const listen = (): void => void input.on("data", onData).resume();
  listen();
  input.once("end", onEnd).once("error", onEnd).once("close", onEnd);

  return {
    next: (signal) =>
      new Promise((resolve) => {
        const [line] = lines.splice(0, 1);
        if (line !== undefined) return resolve(line);
        if (ended || signal.aborted) return resolve(undefined);
        const take = (given: string | undefined): void => {
          signal.removeEventListener("abort", giveUp);
          resolve(given);
        };
        const giveUp = (): void => {
          const at = waiting.indexOf(take);
          if (at >= 0) waiting.splice(at, 1);
          resolve(undefined);
        };
        waiting.push(take);
        signal.addEventListener("abort", giveUp, { once: true });
      }),
    async hidden(prompt, signal) {
      input.off("data", onData);
      const output = new Writable({ write: (chunk: Buffer, _, done) => (write(chunk.toString("utf8")), done()) });
      const typed = await readHidden(prompt, { input, output }, signal);
      if (!ended) listen();
      return "text" in typed ? typed.text : undefined;
    },
    close() {
      ended = true;
      input.destroy();
    },
  };
}
