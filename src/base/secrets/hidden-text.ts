import type { Needle } from "./needles.ts";
import { plainText, plainView, type PlainView } from "./plain-text.ts";

/** A part of a text, and what is to stand there. */
type Hidden = { readonly from: number; readonly to: number; readonly mask: string };

/** A text in which no needle (the longest first) is to be found, in whatever usual way it is written. Quick where there is none in it. */
export function hiddenText(text: string, needles: readonly Needle[]): string {
  if (needles.length === 0) return text;
  const shown = needles.reduce(withoutLiteral, text);
  const plain = plainText(shown);
  const there = needles.filter((needle) => plain.includes(needle.plain));
  if (there.length === 0) return shown;
  const view = plainView(shown);
  return replaced(
    shown,
    there.flatMap((needle) => placesOf(needle.plain, view.plain).flatMap((at) => hiddenAt(needle, at, view, shown))),
  );
}

function withoutLiteral(text: string, { text: literal, where, mask }: Needle): string {
  return where === "anywhere" && text.includes(literal) ? text.replaceAll(literal, mask) : text;
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** The part of a text that is to be hidden where a needle was found at `at` in its plain view; none where it does not count there. */
function hiddenAt(
  { plain: needle, where, shown, mask }: Needle,
  at: number,
  { plain, begins, ends }: PlainView,
  text: string,
): Hidden[] {
  const end = at + needle.length;
  const from = begins[at + shown] ?? text.length;
  const before = plain[at - 1] ?? "";
  const after = plain[end] ?? "";
  // The last character of an escape such as `\n` stands beside nothing.
  const escape = /\\[bfnrt]$/.test(text.slice(Math.max(0, from - 2), from));
  if (where === "as a word" && ((/[A-Za-z0-9]/.test(before) && !escape) || /[A-Za-z0-9]/.test(after))) return [];
  if (where === "in a query" && (!/[?&#]/.test(before) || /[\w.~%+*-]/.test(after))) return [];
  return [{ from, to: ends[end - 1] ?? text.length, mask }];
}

/** What overlaps is hidden as one. */
function replaced(text: string, found: readonly Hidden[]): string {
  const parts: string[] = [];
  let done = 0;
  let open: Hidden | undefined;
  const close = (): void => {
    if (open === undefined) return;
    parts.push(text.slice(done, open.from), open.mask);
    done = open.to;
  };
  for (const next of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (open === undefined || next.from >= open.to) {
      close();
      open = next;
    } else if (next.to > open.to) open = { from: open.from, to: next.to, mask: "x".repeat(next.to - open.from) };
  }
  close();
  return `${parts.join("")}${text.slice(done)}`;
}
