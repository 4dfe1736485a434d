import { isDeepStrictEqual } from "node:util";
import type { WireEvent } from "../../../src/trace/wire-event.ts";
import { type Matter, readShort, writeShort } from "./short-form.ts";

/** What does not show in a diff, or is lost on the way through an editor: control and format characters, halves of pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const everyUnseen = new RegExp(unseen, "gu");

/**
 * An event as text: a line, for some kinds with indented lines below. Messages stand there as they went over the wire. What
 * the short form of its kind does not say exactly is written as `<kind> <JSON of the other members>`.
 */
export function writeEntry(event: Matter): string {
  const short = writeShort(event);
  return short !== undefined && shows(short) && says(short, event) ? short : plain(event);
}

function shows(entry: string): boolean {
  return entry.split("\n").every((line) => !unseen.test(line) && line.trimEnd() === line);
}

function says(entry: string, event: Matter): boolean {
  try {
    return isDeepStrictEqual(readEntry(entry), event);
  } catch {
    return false;
  }
}

function plain({ kind, ...members }: Matter): string {
  if (Object.keys(members).length === 0) return kind;
  return `${kind} ${JSON.stringify(members).replaceAll(everyUnseen, escaped)}`;
}

/** A character as JSON can say it in ASCII: an escape for each half of a pair. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

/** What `writeEntry` wrote, whose members nobody has looked at yet. @throws Error when a number or JSON is missing */
export function readEntry(entry: string): Matter & Partial<Pick<WireEvent, "seq">> {
  const [line = "", ...below] = entry.split("\n");
  const cut = line.indexOf(" ");
  const [word, rest] = cut === -1 ? [line, ""] : [line.slice(0, cut), line.slice(cut + 1)];
  const isMessage = word === "sent" || word === "received";
  const lines = below.map((indented) => indented.slice(2));
  const short = isMessage || !rest.startsWith("{") ? readShort(word, rest, lines) : undefined;
  return (short ?? { kind: word, ...(rest === "" ? {} : (JSON.parse(rest) as object)) }) as Matter;
}
