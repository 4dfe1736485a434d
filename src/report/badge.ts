import { failOnOf } from "../run/fail-on.ts";
import { counted } from "../base/counted.ts";
import { jsonText } from "../base/json-text.ts";
import { type CollectedRun, collectRun, reported } from "./collect-run.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { toldResults } from "./told-results.ts";
import { isOld } from "./text/summary-line.ts";
import { xmlText } from "./text/xml-text.ts";

/**
 * A badge for a README: an SVG image, or, in a file that ends in `.json`, what shields.io makes one of
 * (https://shields.io/badges/endpoint-badge).
 */
export function badgeReporter({ file }: Partial<ReporterOptions> = {}): Reporter {
  return async function* (events) {
    const badge = badgeOf(await collectRun(events));
    yield file?.endsWith(".json") === true ? endpoint(badge) : svg(badge);
  };
}

type Badge = { readonly message: string; readonly colour: keyof typeof colours; readonly about: string };

/** Ours for the image, dark enough for white letters on them, by the names that shields knows. */
const colours = { green: "#2a7a2e", red: "#c62828", grey: "#5f6368" } as const;

const label = "mcpcheck";

/** A badge says no more than that it conforms, or how much does not. */
function badgeOf(run: CollectedRun): Badge {
  const { finished } = run;
  const error = finished === undefined ? "the run broke off before its end" : finished.error?.message;
  if (finished?.exitCode === 0) {
    const message = isOld(finished.summary, reported(run)) ? "nothing new" : "conforms";
    return { message, colour: "green", about: `${label}: ${message}` };
  }
  if (finished?.exitCode !== 1) {
    const message = "could not judge";
    return { message, colour: "grey", about: `${label}: ${message}${error === undefined ? "" : `: ${error}`}` };
  }
  const told = toldResults(reported(run), failOnOf(run.started)).filter(({ findings }) =>
    findings.some(({ known }) => known !== true),
  );
  const of = (...verdicts: readonly string[]): number =>
    told.filter(({ findings: [first] }) => verdicts.includes(first.flaky === undefined ? first.verdict : "warn")).length;
  const [failed, untested, warned] = [of("fail", "error"), of("untested"), of("warn")];
  const stale = finished.stale.length;
  const message =
    failed > 0
      ? `${failed} failed`
      : untested > 0
        ? `${untested} untested`
        : stale > 0
          ? "stale baseline"
          : counted(warned, "warning");
  return { message, colour: "red", about: `${label}: ${message}` };
}

function endpoint({ message, colour }: Badge): string {
  return `${jsonText({ schemaVersion: 1, label, message, color: colour, isError: colour === "grey" }, 2)}\n`;
}

/** Widths of the letters we write in 11 pixels of Verdana, in pixels; the image says how wide the text is to be, whatever the font. */
const widthOf = (text: string): number =>
  Array.from(text, (letter) => (/[ijlt .,]/.test(letter) ? 4 : /[mw]/i.test(letter) ? 10.5 : 6.9)).reduce(
    (sum, one) => sum + one,
    0,
  );

function svg({ message, colour, about }: Badge): string {
  const [left, right] = [label, message].map((text) => Math.ceil(widthOf(text)) + 12) as [number, number];
  const text = (words: string, x: number, width: number): string =>
    `<text x="${x}" y="14" textLength="${width - 12}">${xmlText(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${xmlText(about)}">`,
    `<title>${xmlText(about)}</title>`,
    `<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#444"/>` +
      `<rect x="${left}" width="${right}" height="20" fill="${colours[colour]}"/></g>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(label, 6, left),
    text(message, left + 6, right),
    "</g></svg>\n",
  ].join("\n");
}
