import { type Frame, isForeign, parseReceived } from "./frame.ts";

/** A message that was found spread over lines: what it is, and the marks of the lines it takes, in order. */
export type Joined<Mark> = { readonly frame: Frame; readonly marks: readonly Mark[] };

/** Reads lines one after the other and finds the messages that somebody wrote over several of them. */
export type LineJoiner<Mark> = {
  /** Takes the next line and what it is by itself; hands back the message that it completes, if there is one. */
  readonly push: (line: string, frame: Frame, mark: Mark) => Joined<Mark> | undefined;
};

/** Most lines one message may take, and UTF-16 units: more is no message that somebody printed to be read. */
const most = { lines: 20_000, units: 4 * 1024 * 1024 } as const;

/** How many beginnings are followed at a time: a line of a log may look like one. */
const mostBeginnings = 4;

/** What began with a brace and has not come to the brace that closes it. */
type Open<Mark> = {
  readonly marks: Mark[];
  text: string;
  depth: number;
  inString: boolean;
};

/**
 * A joiner for the lines of one stream. MCP wants a message on one line (basic/transports, "stdio"); one that was printed with
 * indentation, or with a newline inside a string, is found all the same, so that the fault is told and its content is not lost. It takes time
 * linear in the length of what it reads.
 */
export function createLineJoiner<Mark>(): LineJoiner<Mark> {
  let open: Open<Mark>[] = [];
  return {
    push(line, frame, mark) {
      if (!isForeign(frame)) {
        open = [];
        return undefined;
      }
      if (open.length === 0 && frame.kind !== "not-json") return undefined;
      const begins =
        open.length < mostBeginnings &&
        (open.length === 0 ? line.trimStart().startsWith("{") || line.startsWith("\uFEFF{") : line.startsWith("{"));
      if (begins) open.push({ marks: [], text: "", depth: 0, inString: false });
      open = open.filter((one) => takes(one, line, mark));
      const whole = open.find(({ depth }) => depth === 0);
      if (whole === undefined) return undefined;
      const joined = parseReceived(whole.text);
      open = isForeign(joined) ? open.filter((one) => one !== whole) : [];
      return isForeign(joined) ? undefined : { frame: joined, marks: whole.marks };
    },
  };
}

/** Goes on with a line; false when what was begun cannot become a message any more. */
function takes<Mark>(open: Open<Mark>, line: string, mark: Mark): boolean {
  // A newline may stand between members, or unescaped inside a string.
  open.text += open.marks.length === 0 ? line : `${open.inString ? "\\n" : "\n"}${line}`;
  open.marks.push(mark);
  if (open.marks.length > most.lines || open.text.length > most.units) return false;
  for (let at = 0; at < line.length; at += 1) {
    const unit = line[at];
    if (open.inString) {
      if (unit === "\\") at += 1;
      else if (unit === '"') open.inString = false;
    } else if (unit === '"') open.inString = true;
    else if (unit === "{" || unit === "[") open.depth += 1;
    else if (unit === "}" || unit === "]") {
      open.depth -= 1;
      if (open.depth === 0) return line.slice(at + 1).trim() === "";
    }
  }
  return true;
}
