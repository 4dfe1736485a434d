import { visible } from "../../base/visible.ts";
import type { Example, ExampleLine } from "./example.ts";
import type { ExplainedCheck, ShownCase } from "./explained-check.ts";
import type { Fix, Fixes } from "./fixes.ts";
import type { Related } from "./related.ts";

const arrows: Readonly<Record<ExampleLine["direction"], string>> = { sent: "→", received: "←", harness: "·" };

const indented = (text: string, by: string): string =>
  text
    .split("\n")
    .map((line) => `${by}${line}`.trimEnd())
    .join("\n");

/** What stands below the facts of a check: bytes that broke and that kept it, code that mends it, the checks around it. */
export function checkSections(entry: ExplainedCheck): string {
  const { bad, good, noExamples, fixes, related } = entry;
  const parts = [
    ...bad.map((example) => exampleText("wrong", example)),
    ...good.map((example) => exampleText("right", example)),
    ...(noExamples === undefined ? [] : [noExamples]),
    ...(entry.case === undefined ? [] : [caseText(entry.case)]),
    ...fixes.with.map(fixText),
    ...withoutCode(fixes),
    ...(related.length === 0 ? [] : [relatedText(related)]),
  ];
  return parts.map((part) => `\n${indented(part, "  ")}\n`).join("");
}

function exampleText(word: string, { revision, verdict, lines }: Example): string {
  const said = verdict === undefined ? "" : `: ${visible(verdict)}`;
  const shown = lines.map(({ direction, text, cut, evidence }) => {
    const [first = "", ...rest] = `${visible(text, { multiline: true })}${cut === true ? " …" : ""}`.split("\n");
    const mark = evidence === true && word === "wrong" ? "!" : " ";
    return [`${mark} ${arrows[direction]} ${first}`, ...rest.map((line) => `    ${line}`)].join("\n");
  });
  return [`${word} (${revision})${said}`, ...shown].join("\n");
}

function caseText({ turns, steps, expect }: ShownCase): string {
  const rows: readonly (readonly [string, readonly object[]])[] = [
    ["the model says", turns],
    ["what is done", steps],
    ["expected", expect],
  ];
  return [
    "the case",
    ...rows.flatMap(([label, all]) => all.map((one) => `  ${label.padEnd(14)} ${visible(JSON.stringify(one))}`)),
  ].join("\n");
}

function fixText({ sdk, code, file }: Fix): string {
  if (code === undefined) return `fix with ${sdk}: it does so by itself (${file})`;
  return `fix with ${sdk} (${file})\n${indented(code, "    ")}`;
}

/** Which SDKs there is no code for: none is better than one that nobody has run. */
export function withoutCode({ none, with: found }: Fixes): string[] {
  return found.length === 0 ? [] : [`no code of ours has been run and judged for ${none.join(", ")}`];
}

const ways: Readonly<Record<Related["how"], string>> = {
  causes: "may be its cause",
  follows: "may follow from it",
  "same statement": "same statement",
  "same section": "same section",
  "same area": "same area",
};

function relatedText(related: ExplainedCheck["related"]): string {
  const widest = Math.max(...related.map(({ check }) => check.length));
  return ["related", ...related.map(({ check, title, how }) => `  ${check.padEnd(widest)}  ${title} (${ways[how]})`)].join("\n");
}
