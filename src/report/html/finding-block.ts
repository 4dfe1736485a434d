import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import type { Subject } from "../../trace/trace.ts";
import type { Reported } from "../collect-run.ts";
import { consequencesLine } from "../consequences.ts";
import { docsLink, docsWords } from "../docs-link.ts";
import type { Merged } from "../merged.ts";
import { flakyNote } from "../text/flaky-note.ts";
import { htmlText } from "../text/html-text.ts";
import { areaOf } from "../text/words.ts";
import { sequence } from "./sequence.ts";

/** Gives every finding an address of its own in the page. */
export function addresses(): (finding: Merged) => string {
  const taken = new Set<string>();
  return ({ first, revisions }) => {
    const plain = htmlText(`${first.subjectId} ${first.check} ${revisions[0] ?? ""}`.replace(/[^\w.-]+/g, "-"));
    let id = plain;
    for (let index = 2; taken.has(id); index++) id = `${plain}-${index}`;
    taken.add(id);
    return id;
  };
}

/** The data that filters look at. */
const data = ({ first, revisions }: Merged): string =>
  `data-verdict="${first.verdict}" data-area="${htmlText(areaOf(first.check))}" data-revisions="${htmlText(revisions.join(" "))}"`;

/** What stands around a finding: all findings of the run, whose it is, and where the reference site is. */
type Around = {
  readonly findings: readonly Reported[];
  readonly subject: Subject | undefined;
  readonly docsUrl: string | undefined;
};

/** A finding that opens: what was seen, what the specification says, the exchange as a diagram, the fix, how to see it again. */
export function findingBlock(one: Merged, id: string, { findings, subject, docsUrl }: Around): string {
  const { first: finding, revisions } = one;
  const { check, verdict, level, title, message, advice, tolerance, repro, wire } = finding;
  const consequences = consequencesLine(one, findings);
  const marks = [
    ...(finding.known === true ? ["known (baseline)"] : []),
    ...[flakyNote(finding) ?? []].flat(),
    ...(finding.because === undefined ? [] : [`follows from ${finding.because}`]),
    ...(finding.inheritedFrom === undefined ? [] : [`inherited from ${finding.inheritedFrom}`]),
    ...(verdict === "untested" && finding.promised ? ["promised"] : []),
  ];
  const rows = [
    row("Seen", htmlText(message)),
    ...(consequences === undefined ? [] : [row("So", htmlText(consequences))]),
    row("Specification", specification(finding.spec)),
    ...(tolerance === undefined ? [] : [row("Note", htmlText(tolerance))]),
    ...(verdict === "pass" ? [] : [row("To fix it", htmlText(advice))]),
    ...(wire.length === 0
      ? []
      : [row("On the wire", sequence(verdict === "pass" ? wire.map(brief) : wire, subject?.kind ?? "subject", id))]),
    ...(verdict === "pass" && docsUrl === undefined ? [] : [row("More", more(check, docsUrl))]),
    row("Again", `<pre id="${id}-again" tabindex="0" aria-label="command line">${htmlText(repro)}</pre>`),
  ];
  const open = finding.because === undefined && (verdict === "fail" || verdict === "error") ? " open" : "";
  return [
    `<details id="${id}" class="finding ${verdict}" ${data(one)}${open}>`,
    `<summary><span class="verdict">${verdict}</span> <h4><code>${htmlText(check)}</code> ${htmlText(title)}</h4>`,
    `<span class="dim">${htmlText([level, revisions.join(", "), ...marks].join(" · "))}</span></summary>`,
    `<dl>\n${rows.join("\n")}\n</dl>`,
    `<div class="row"><a href="#${id}">link to this finding</a><button type="button" class="copy js-only" data-copy="link">copy link</button><button type="button" class="copy js-only" data-copy="${id}-again">copy command</button></div>`,
    "</details>",
  ].join("\n");
}

/** A finding of which there is nothing to see but its reason. */
export function findingItem(one: Merged, id: string, docsUrl: string | undefined): string {
  const { check, title, verdict } = one.first;
  const page = docsLink(docsUrl, check);
  const name = `<code>${htmlText(check)}</code>`;
  return `<li id="${id}" class="finding ${verdict}" ${data(one)}>${page === undefined ? name : `<a href="${htmlText(page)}">${name}</a>`} ${htmlText(title)} <span class="dim">${htmlText(one.revisions.join(", "))}</span></li>`;
}

/** Of what is right the beginning is enough. */
function brief(excerpt: WireExcerpt): WireExcerpt {
  const text = excerpt.text.slice(0, 300).replace(/[\uD800-\uDBFF]$/, "");
  return text.length === excerpt.text.length ? excerpt : { ...excerpt, text, cut: true };
}

function more(check: string, docsUrl: string | undefined): string {
  const words = htmlText(docsWords(docsUrl, check));
  return docsLink(docsUrl, check) === undefined ? `<code>${words}</code>` : `<a href="${words}">${words}</a>`;
}

function specification(spec: string): string {
  return spec.startsWith("https://") ? `<a href="${htmlText(spec)}">${htmlText(spec)}</a>` : htmlText(spec);
}

function row(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}
