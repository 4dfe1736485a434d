import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import { htmlBlock, htmlText } from "../text/html-text.ts";
import { alikeNote } from "../text/wire-line.ts";

/**
 * The exchange behind a finding as a sequence diagram: a lane for mcpcheck, one for the subject, an arrow for each event with its time,
 * the one the verdict rests on marked. Each opens to the bytes that travelled.
 */
export function sequence(wire: readonly WireExcerpt[], other: string, id: string): string {
  const began = wire[0]?.at ?? 0;
  const rows = wire.map((excerpt, index) => arrow(excerpt, excerpt.at - began, `${id}-w${index}`));
  return [
    `<p class="lanes"><span>mcpcheck</span><span>${htmlText(other)}</span></p>`,
    `<ol class="sequence">\n${rows.join("\n")}\n</ol>`,
  ].join("\n");
}

function arrow(excerpt: WireExcerpt, after: number, id: string): string {
  const { seq, direction, text, cut, evidence } = excerpt;
  const alike = alikeNote(excerpt);
  const time = after === 0 ? `#${seq}` : `#${seq}, +${after < 10 ? after.toFixed(1) : Math.round(after)} ms`;
  return [
    `<li class="${direction}${evidence ? " guilty" : ""}"><details${evidence ? " open" : ""}>`,
    `<summary><span class="label">${htmlText(eventLabel(excerpt))}</span> <span class="dim">${time}${evidence ? ", decides" : ""}</span><span class="arrow"></span></summary>`,
    `<pre id="${id}" tabindex="0" aria-label="bytes of #${seq}">${htmlBlock(text)}${cut === true ? " … cut" : ""}</pre>`,
    `<div class="row js-only"><button type="button" class="copy" data-copy="${id}">copy</button></div>`,
    ...(alike === undefined ? [] : [`<p class="dim">${alike}</p>`]),
    "</details></li>",
  ].join("");
}

/** What an arrow says: the method or the kind of answer, and the id; else the first words. */
export function eventLabel({ kind, text }: Pick<WireExcerpt, "kind" | "text">): string {
  if (kind === "stderr") return "stderr";
  const [first = "", ...rest] = text.split("\n");
  if (kind === "http-response") return first;
  if (kind === "http-request") {
    const [verb = "", url = ""] = first.split(" ");
    const message = messageLabel(rest.slice(rest.indexOf("") + 1).join("\n"));
    return [`${verb} ${pathOf(url)}`, ...(message === undefined ? [] : [message])].join(": ");
  }
  if (kind === "frame" || kind === "http-body" || kind === "sse-event")
    return messageLabel(kind === "sse-event" ? (/^data: (.*)$/m.exec(text)?.[1] ?? "") : text) ?? short(text);
  return short(text);
}

const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69).replace(/[\uD800-\uDBFF]$/, "")}…` : text);

/** Messages may be cut, so they are looked at as text; what stands in them is only ever shown. */
function messageLabel(text: string): string | undefined {
  const [, method] = /"method"\s*:\s*"([^"\\]{1,60})"/.exec(text) ?? [];
  const [, id] = /"id"\s*:\s*("[^"\\]{0,40}"|-?\d+)/.exec(text) ?? [];
  const suffix = id === undefined ? "" : ` (id ${id})`;
  if (/^\s*\[/.test(text)) return "batch";
  // What is asked for may itself have members of these names: the first of them says what the message is.
  const [, first] = /^\s*\{[^]{0,120}?"(method|params|error|result)"\s*:/.exec(text) ?? [];
  if (first === "error") {
    const [, code] = /"code"\s*:\s*(-?[\d.]+)/.exec(text) ?? [];
    return `error${code === undefined ? "" : ` ${code}`}${suffix}`;
  }
  if (first === "result") return `result${suffix}`;
  return method === undefined ? undefined : `${method}${suffix}`;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
