/**
 * Follows the lines of the visible text to know where a Markdown fence begins and ends. A fence line has up to three spaces,
 * at least three backticks or tildes and, with backticks, none in the rest of the line; a line of the same character, at
 * least as many and nothing else, ends it.
 */
export interface FenceTracker {
  state: FenceState;
  /** Spaces since the start of the line, -1 when something else stood there. */
  indent: number;
  /** Character code and length of the run that opened the fence, and the length of the run being read. */
  marker: number;
  length: number;
  run: number;
}

/** Where the text stands with regard to fences. */
export type FenceState = "text" | "opening-run" | "info" | "inside" | "closing-run" | "closing-rest";

/** A tracker at the start of a line. */
export function createFenceTracker(): FenceTracker {
  return { state: "text", indent: 0, marker: 0, length: 0, run: 0 };
}

const newline = 10;
const space = 32;

/** Whether a character may begin a fence. */
function isFenceCode(code: number): boolean {
  return code === 96 || code === 126;
}

/** Takes one character of shown text in; updates the state. */
export function stepFence(f: FenceTracker, code: number): void {
  if (f.state === "opening-run") {
    if (code === f.marker) {
      f.run += 1;
      return;
    }
    settleRun(f, code);
  }
  if (f.state === "text") {
    if (code === newline) f.indent = 0;
    else if (code === space) f.indent = f.indent >= 0 && f.indent < 3 ? f.indent + 1 : -1;
    else if (isFenceCode(code) && f.indent >= 0) {
      f.state = "opening-run";
      f.marker = code;
      f.run = 1;
    } else f.indent = -1;
    return;
  }
  if (f.state === "info") {
    if (code === newline) {
      f.state = "inside";
      f.indent = 0;
    } else if (code === 96 && f.marker === 96) f.state = "text";
    return;
  }
  stepInside(f, code);
}

function stepInside(f: FenceTracker, code: number): void {
  if (code === newline) {
    const closed = (f.state === "closing-run" || f.state === "closing-rest") && f.run >= f.length;
    f.state = closed ? "text" : "inside";
    f.indent = 0;
  } else if (f.state === "closing-run") {
    if (code === f.marker) f.run += 1;
    else if (isBlankCode(code)) f.state = "closing-rest";
    else leaveLine(f);
  } else if (f.state === "closing-rest") {
    if (!isBlankCode(code)) leaveLine(f);
  } else if (f.indent >= 0) {
    if (code === space && f.indent < 3) f.indent += 1;
    else if (code === f.marker) {
      f.state = "closing-run";
      f.run = 1;
    } else f.indent = -1;
  }
}

function leaveLine(f: FenceTracker): void {
  f.state = "inside";
  f.indent = -1;
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** Decides about a run of fence characters when another character comes (a fence line, or text); returns the state. */
export function settleRun(f: FenceTracker, code: number): FenceState {
  if (f.state !== "opening-run" || code === f.marker) return f.state;
  f.length = f.run;
  f.state = f.run >= 3 ? "info" : "text";
  f.indent = -1;
  return f.state;
}
