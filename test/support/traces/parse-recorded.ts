import { formatTrace, parseTrace } from "../../../src/trace/ndjson.ts";
import { outcomeNamed, type Recorded } from "./recorded.ts";
import { type Entry, readTimeline } from "./timeline.ts";

const heading = /^== (opening(?: \d+)?|[a-z0-9-]+)(?:, after (opening(?: \d+)?))?$/;

/** Reads what `formatRecorded` wrote, or a person by hand; `file` names it in errors. @throws Error with file and line */
export function parseRecorded(text: string, file: string): Recorded {
  const [head = "", ...parts] = `\n${text}`.split(/\n(?=== )/);
  const passive = /^\npassive (.+)\n*$/.exec(head)?.[1];
  if (head.trim() !== "" && passive === undefined) throw new Error(`${file}:1: expected "passive <why>" or "== <name>"`);
  const sections = new Map<string, readonly Entry[]>();
  let line = head.split("\n").length;
  for (const part of parts) {
    const [first = "", ...rest] = part.split("\n");
    const [, name = "", opening] = heading.exec(first) ?? [];
    if ((!name.startsWith("opening") && outcomeNamed(name) === undefined) || sections.has(name))
      throw new Error(`${file}:${line}: expected "== <outcome>-<what>" or "== opening <n>", each once, found "${first}"`);
    const before = opening === undefined ? [] : sections.get(opening);
    if (before === undefined) throw new Error(`${file}:${line}: there is no ${opening} above`);
    sections.set(name, [...before, ...entriesIn(rest, line + 1)]);
    line += rest.length + 1;
  }
  const traces = [...sections]
    .filter(([name]) => !name.startsWith("opening"))
    .map(([name, entries]) => [name, parseTrace(formatTrace(readTimeline(entries, file)), `${file}, ${name}`)] as const);
  return { ...(passive === undefined ? {} : { passive }), traces: new Map(traces) };
}

/** Lines with those indented below them, empty lines aside. */
function entriesIn(lines: readonly string[], first: number): Entry[] {
  const entries: Entry[] = [];
  for (const [index, content] of lines.entries()) {
    const last = content.startsWith("  ") ? entries.pop() : undefined;
    if (last !== undefined) entries.push({ ...last, text: `${last.text}\n${content}` });
    else if (content !== "") entries.push({ line: first + index, text: content });
  }
  return entries;
}
