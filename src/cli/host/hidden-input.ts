import type { LineReader } from "./line-reader.ts";

/** The parts of a terminal's input that are needed to hide what is typed. */
export type Terminal = AsyncIterable<Uint8Array> & { readonly setRawMode: (raw: boolean) => void };

/** Whether an input is a terminal whose echo can be switched off. */
export function isTerminalInput(input: object): input is Terminal {
  return "isTTY" in input && input.isTTY === true && "setRawMode" in input && typeof input.setRawMode === "function";
}

/**
 * Asks for a line that is not shown while it is typed. The echo is back whatever happens; Ctrl-C and an empty line are no
 * answer, and backspace works. Rows B2-049, B2-052.
 */
export async function askHidden(terminal: Terminal, lines: LineReader, signal: AbortSignal): Promise<string | undefined> {
  terminal.setRawMode(true);
  try {
    const typed = await lines.next(signal);
    if (typed === undefined || typed.includes("\u0003")) return undefined;
    const kept: string[] = [];
    for (const character of typed) {
      if (character === "\u007f" || character === "\b") kept.pop();
      else kept.push(character);
    }
    return kept.length === 0 ? undefined : kept.join("");
  } finally {
    terminal.setRawMode(false);
  }
}
