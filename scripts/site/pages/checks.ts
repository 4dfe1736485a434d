import { visible } from "../../../src/base/visible.ts";
import { catalog } from "../../../src/cli/catalog.ts";
import { commandFor, consequences } from "../../../src/cli/explain/check.ts";
import { withoutCode } from "../../../src/cli/explain/check-sections.ts";
import type { Example } from "../../../src/cli/explain/example.ts";
import { type ExplainedCheck, explainer } from "../../../src/cli/explain/explained-check.ts";
import { capabilityWords } from "../../../src/spec/capability-path.ts";
import { markdownText } from "../../../src/report/text/markdown-text.ts";
import { coded, fenced, type Page, table } from "../page.ts";

const subjects = { server: "servers", client: "clients", host: "hosts", parser: "parsers", model: "inference servers" } as const;

/** Where a check has its page. */
export const checkPath = (id: string): string => `/checks/${id}.html`;

/** A page for each check, and one that lists them by what they judge and by area. */
export function checkPages(): Page[] {
  const all = catalog();
  const explained = all.map(explainer(all));
  const pages = explained.map((check): Page => ({
    path: checkPath(check.id).slice(1),
    title: check.id,
    section: "checks",
    markdown: checkMarkdown(check),
    words: `${check.title} · ${check.subject}`,
  }));
  return [{ path: "checks/index.html", title: "Checks", section: "checks", markdown: listed(explained) }, ...pages];
}

function listed(all: readonly ExplainedCheck[]): string {
  const parts = Object.entries(subjects).flatMap(([subject, name]) => {
    const mine = all.filter((check) => check.subject === subject);
    const areas = [...new Set(mine.map(({ id }) => id.split(".")[0] ?? ""))].toSorted();
    return [
      `## Of ${name}`,
      ...areas.map((area) => {
        const rows = mine.filter(({ id }) => id.startsWith(`${area}.`));
        const lines = rows.map(({ id, title, level }) => [`[${coded(id)}](${checkPath(id)})`, level, markdownText(title)]);
        return `### ${area} (${subject})\n\n${table(["check", "level", "what is true of a good one"], lines)}`;
      }),
    ];
  });
  return [
    `# Checks`,
    `${all.length} statements, each with its place in the specification, the bytes that break and keep it, and how to fix a violation.`,
    ...parts,
  ].join("\n\n");
}

function checkMarkdown(check: ExplainedCheck): string {
  const { id, title, level, subject, transports, capability, tolerance, onRequest, beyond } = check;
  const applies = [
    `judges ${subjects[subject as keyof typeof subjects]}`,
    ...(transports === undefined ? [] : [`over ${transports.join(", ")}`]),
    ...(capability === undefined ? [] : [`that declare ${capabilityWords(capability)}`]),
  ].join(" ");
  const parts = [
    `# ${coded(id)}`,
    `**${markdownText(title)}.**`,
    `${level}: ${consequences[level]}. It ${applies}.`,
    ...(onRequest === undefined ? [] : [`Judged only where ${coded("--check")} chooses it: ${markdownText(onRequest)}`]),
    "## Where it stands",
    places(check),
    ...(tolerance === undefined ? [] : [`What is accepted: ${markdownText(tolerance)}`]),
    ...(beyond === undefined ? [] : [`What it rests on: ${markdownText(beyond)}`]),
    "## Why it matters",
    `${check.why} It concerns ${check.concerns}.`,
    ...facts(check),
    ...check.bad.map((example, index) => exampleMarkdown(`Wrong${index === 0 ? "" : `, in another way`}`, example)),
    ...check.good.map((example) => exampleMarkdown("Right", example)),
    ...caseMarkdown(check),
    "## How to fix it",
    markdownText(check.advice),
    ...fixes(check),
    "## See it",
    fenced(`npx ${commandFor(check)}`, "sh"),
    ...related(check),
  ];
  return parts.join("\n\n");
}

function places({ urls, requirements, requirementsInPart, behaviours }: ExplainedCheck): string {
  const rows = Object.entries(urls).map(([revision, url]) => {
    const held = requirements[revision] ?? [];
    const inPart = (requirementsInPart[revision] ?? []).map((one) => `${one} (in part)`);
    const link = url.startsWith("docs/") ? url.replace(/^docs\/(\w+)\.md/, "/$1.html") : url;
    const place = url.replace(/^https:\/\/[^/]+\/(?:specification\/[^/]+\/)?/, "");
    return [revision === "any" ? "all" : revision, `[${coded(place)}](${link})`, [...held, ...inPart].join(", ")];
  });
  const isNumbered = rows.some(([, , statements]) => statements !== "");
  const about = behaviours.length === 0 ? "" : `\n\nBehaviours of hosts it holds: ${behaviours.map(coded).join(", ")}.`;
  const columns = isNumbered ? 3 : 2;
  const head = ["revision", "place", "statements"].slice(0, columns);
  const lines = rows.map((row) => row.slice(0, columns));
  return `${table(head, lines)}${about}`;
}

function facts({ seen, suffered, inherited }: ExplainedCheck): string[] {
  const lines = [
    ...suffered.map(
      (met) =>
        `* What ${met.subjects.join(", ")} did with it ([${coded(met.check)}](${checkPath(met.check)})): ${markdownText(met.why)}`,
    ),
    ...(seen === undefined ? [] : [`* Seen in ${seen.subjects.join(", ")}: ${markdownText(seen.why)}`]),
    ...inherited.map(
      ({ sdk, note, source }) => `* Inherited from ${markdownText(sdk)}: ${markdownText(note)} (${markdownText(source)})`,
    ),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

const arrows = { sent: "→", received: "←", harness: "·" } as const;

function exampleMarkdown(word: string, { revision, verdict, lines }: Example): string {
  const text = lines
    .map(({ direction, text: bytes, cut, evidence }) => {
      const shown = `${visible(bytes, { multiline: true })}${cut === true ? " …" : ""}`.replaceAll("\n", "\n    ");
      return `${evidence === true && verdict !== undefined && word.startsWith("Wrong") ? "!" : " "} ${arrows[direction]} ${shown}`;
    })
    .join("\n");
  const said = verdict === undefined ? "" : `\n\n${markdownText(verdict)}`;
  return `## ${word} (${revision})${said}\n\n${fenced(text)}`;
}

function caseMarkdown({ noExamples, case: shown }: ExplainedCheck): string[] {
  if (noExamples === undefined) return [];
  const json = (one: object): string => visible(JSON.stringify(one));
  const rows =
    shown === undefined
      ? []
      : [
          ...shown.turns.map((one) => ["the model says", json(one)]),
          ...shown.steps.map((one) => ["done", json(one)]),
          ...shown.expect.map((one) => ["expected", json(one)]),
        ];
  const whole =
    rows.length === 0
      ? []
      : [
          table(
            ["", ""],
            rows.map(([label = "", one = ""]) => [label, coded(one)]),
          ),
        ];
  return ["## Example", noExamples.replaceAll("`", "\\`"), ...whole];
}

function fixes({ fixes: found }: ExplainedCheck): string[] {
  return [
    ...found.with.map(({ sdk, code, file, language }) =>
      code === undefined
        ? `**${sdk}** does so by itself.`
        : `**${sdk}**, from ${coded(file)}, which is run and judged:\n\n${fenced(code, language)}`,
    ),
    ...withoutCode(found).map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}.`),
  ];
}

const ways = {
  causes: "may be its cause",
  follows: "may follow from it",
  "same statement": "same statement",
  "same section": "same section",
  "same area": "same area",
} as const;

function related({ related: others }: ExplainedCheck): string[] {
  if (others.length === 0) return [];
  const rows = others.map(({ check, title, how }) => [`[${coded(check)}](${checkPath(check)})`, markdownText(title), ways[how]]);
  return ["## Related", table(["check", "what is true of a good one", "why it is named"], rows)];
}
