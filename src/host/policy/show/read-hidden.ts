import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** A terminal to read from: `process.stdin` and `process.stderr`, or stand-ins. */
export type Terminal = {
  readonly input: Readable & { readonly isTTY?: boolean; readonly setRawMode?: (on: boolean) => unknown };
  readonly output: Writable;
};

/** A line, or why there is none. */
export type Hidden = { readonly text: string } | { readonly ended: "interrupt" | "endOfInput" | "notTerminal" | "aborted" };

/**
 * Reads one line that is not shown while it is typed, for passwords. The terminal is as it was before in every case, also after Ctrl-C (which
 * no signal tells while it is in this mode, hence `interrupt`). Without a terminal nothing is asked.
 */
export function readHidden(prompt: string, { input, output }: Terminal, signal?: AbortSignal): Promise<Hidden> {
  const { setRawMode } = input;
  if (input.isTTY !== true || setRawMode === undefined) return Promise.resolve({ ended: "notTerminal" });
  if (signal?.aborted === true) return Promise.resolve({ ended: "aborted" });
  return new Promise((resolve) => {
    const decoder = new StringDecoder("utf8");
    const line = createLine();
    const onData = (chunk: Buffer | string): void => {
      const result = line.type(typeof chunk === "string" ? chunk : decoder.write(chunk));
      if (result !== undefined) finish(result);
    };
    const onEnd = (): void => finish({ ended: "endOfInput" });
    const onAbort = (): void => finish({ ended: "aborted" });
    const finish = (result: Hidden): void => {
      input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd);
      signal?.removeEventListener("abort", onAbort);
      setRawMode.call(input, false);
      input.pause();
      output.write("\n");
      resolve(result);
    };
    setRawMode.call(input, true); // before the question: whoever sees it may type at once
    output.write(prompt);
    signal?.addEventListener("abort", onAbort, { once: true });
    input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
    input.resume();
  });
}

/** The line as it is typed, with the keys a terminal itself would act on. */
function createLine(): { readonly type: (keys: string) => Hidden | undefined } {
  let typed: string[] = [];
  return {
    type(keys) {
      // Arrow and function keys come as sequences; they are not part of a password.
      // oxlint-disable-next-line no-control-regex -- the sequences begin with a control character
      for (const key of keys.replaceAll(/\u001b(?:\[[\d;]*[ -/]*[@-~]|O.|.)?/gu, "")) {
        if (key === "\r" || key === "\n") return { text: typed.join("") };
        if (key === "\u0003") return { ended: "interrupt" };
        if (key === "\u0004" && typed.length === 0) return { ended: "endOfInput" };
        if (key === "\u007f" || key === "\b") typed = typed.slice(0, -1);
        else if (key === "\u0015") typed = [];
        else if (key >= " ") typed.push(key);
      }
      return undefined;
    },
  };
}
