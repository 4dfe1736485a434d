import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import type { Merged } from "../merged.ts";
import type { Paint } from "../text/paint.ts";
import { flakyNote } from "../text/flaky-note.ts";
import { alikeNote } from "../text/wire-line.ts";
import { counted } from "../../base/counted.ts";
import { docsWords } from "../docs-link.ts";
import { wirePair } from "./wire-pair.ts";
import { visible } from "../../base/visible.ts";

/** Most characters and lines of one wire event on a terminal; the other reports hold more. */
const shown = { characters: 600, lines: 14 } as const;

/**
 * A finding in full, for the verdicts a person has to act on: statement, what was seen, bytes, link, advice, repro. Of the bytes one
 * exchange, or all when that is wanted.
 */
export function prettyFinding(
  { first: finding, revisions }: Merged,
  consequences: string | undefined,
  { paint, verbose, docsUrl }: { readonly paint: Paint; readonly verbose: boolean; readonly docsUrl?: string | undefined },
): string {
  const { shown: wire, left } = verbose ? { shown: finding.wire, left: 0 } : wirePair(finding.wire);
  const isFail = finding.verdict === "fail" && finding.flaky === undefined;
  const word = finding.flaky === undefined ? "WARN" : "FLAKY";
  const label = isFail ? paint(["bold", "red"], "FAIL") : paint(["bold", "yellow"], word);
  const flaky = flakyNote(finding);
  const lines = [
    `${label}  ${paint("bold", finding.check)}  ${paint("dim", `${finding.level} · ${revisions.join(", ")}`)}`,
    `      ${finding.title}`,
    row("saw", visible(finding.message)),
    ...(flaky === undefined ? [] : [row("retry", flaky)]),
    ...wire.flatMap((excerpt) => wireLines(excerpt, paint)),
    ...(left === 0 ? [] : [paint("dim", `        and ${counted(left, "more event")} (--verbose shows them)`)]),
    ...(finding.inheritedFrom === undefined
      ? []
      : [row("from", `${finding.inheritedFrom}: every server built on it behaves so`)]),
    ...(consequences === undefined ? [] : [row("so", consequences)]),
    row("spec", paint("cyan", finding.spec)),
    ...(finding.tolerance === undefined ? [] : [row("note", finding.tolerance)]),
    row("fix", finding.advice),
    ...(verbose || docsUrl !== undefined ? [row("more", paint("cyan", docsWords(docsUrl, finding.check)))] : []),
    row("again", visible(finding.repro)),
  ];
  return `${lines.join("\n")}\n`;
}

function row(label: string, text: string): string {
  return `      ${`${label}:`.padEnd(7)}${text}`;
}

const arrows: Readonly<Record<WireExcerpt["direction"], string>> = { sent: "→", received: "←", harness: "·" };

/** The bytes of one wire event; those the verdict rests on stand out from those that led to them. */
function wireLines(excerpt: WireExcerpt, paint: Paint): string[] {
  const all = visible(excerpt.text, { multiline: true });
  const lines = all.slice(0, shown.characters).split("\n").slice(0, shown.lines);
  const kept = lines.join("\n").length;
  const more = excerpt.cut === true || kept < all.length;
  const [head = "", ...tail] = lines;
  const mark = `        ${arrows[excerpt.direction]} #${excerpt.seq} `;
  const body = [`${mark}${head}`, ...tail.map((line) => `${" ".repeat(mark.length)}${line}`)];
  if (more) body.push(`${" ".repeat(mark.length)}… cut here`);
  const alike = alikeNote(excerpt);
  if (alike !== undefined) body.push(`${" ".repeat(mark.length)}${alike}`);
  return excerpt.evidence ? body : body.map((line) => paint("dim", line));
}
