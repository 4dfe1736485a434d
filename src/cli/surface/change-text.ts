import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import { visible } from "../../base/visible.ts";
import type { Change, ChangeKind } from "../../surface/change.ts";

/** Colours of what matters most, where they are wanted. */
const colors: Readonly<Record<ChangeKind, number>> = { breaking: 31, compatible: 32, cosmetic: 2 };

/** Of more changes than this that differ in a name only, some are shown. */
const mostAlike = 20;
const shownOfMore = 10;

/** How much of a changed text is shown, in UTF-16 units: all of any honest description. */
const longest = 4000;

/** The changes for a person, grouped by how much they matter, words before and after below each other; at the end what tools cost. */
export function changesText(changes: readonly Change[], costs: string, color: boolean): string {
  const kinds: readonly ChangeKind[] = ["breaking", "compatible", "cosmetic"];
  const blocks = kinds.flatMap((kind) => {
    const some = changes.filter((one) => one.kind === kind);
    if (some.length === 0) return [];
    const head = `${kind} (${some.length})`;
    return [[color ? `\u001b[${colors[kind]}m${head}\u001b[0m` : head, ...linesOf(some)].join("\n")];
  });
  return `${[...blocks, endLine(changes, costs)].join("\n\n")}\n`;
}

/** The lines of some changes; of a hundred resources that are gone the first ten, and how many more. */
function linesOf(changes: readonly Change[]): string[] {
  return [...groupBy(changes, alikeAs).values()].flatMap((alike) => {
    const [first] = alike;
    if (alike.length <= mostAlike || first === undefined) return alike.flatMap(changeLines);
    const more = alike.length - shownOfMore;
    const rest = `  and ${more} more alike (--json has all): ${visible(first.message)}`;
    return [...alike.slice(0, shownOfMore).flatMap(changeLines), rest];
  });
}

/** What changes have in common that differ in the name of what changed only; one that shows texts is like no other. */
function alikeAs({ what, at = "", message, was, is }: Change): string {
  return was === undefined && is === undefined
    ? JSON.stringify([what.split(" ")[0], at, message])
    : JSON.stringify([what, at, message]);
}

function changeLines({ what, at = "", message, was, is }: Change): string[] {
  return [
    `  ${visible(what)}${at === "" ? "" : `, ${visible(at)}`}: ${visible(message)}`,
    ...textLines("-", was),
    ...textLines("+", is),
  ];
}

function textLines(sign: "-" | "+", text: string | undefined): string[] {
  if (text === undefined) return [];
  const shown = text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} more)` : text;
  return visible(shown, { multiline: true })
    .split("\n")
    .map((line) => `      ${sign} ${line}`);
}

function endLine(changes: readonly Change[], costs: string): string {
  if (changes.length === 0) return `the surface is the same; ${costs}`;
  const breaking = changes.filter(({ kind }) => kind === "breaking").length;
  return `${counted(changes.length, "change")}, ${breaking} breaking; ${costs}`;
}
