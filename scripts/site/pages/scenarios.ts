import { listSuites } from "../../../src/cli/lists/suites.ts";
import { isObject, type Json, type JsonObject } from "../../../src/jsonrpc/json.ts";
import { markdownText } from "../../../src/report/text/markdown-text.ts";
import { coded, fenced, type Page, table } from "../page.ts";
import { checkPath } from "./checks.ts";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/**
 * A page for each scenario that servers, clients and inference servers are judged by. Cases of hosts are checks of their own, and have
 * their pages there.
 */
export function scenarioPages(checks: ReadonlySet<string>): Page[] {
  const suites = listSuites().items.filter(({ subject }) => subject !== "host");
  const pages = suites.flatMap((suite) =>
    scenariosOf(suite["scenarios"]).map((scenario): Page => {
      const name = `${suite.id}/${text(scenario["id"])}`;
      return {
        path: pathOf(text(suite["subject"]), suite.id, text(scenario["id"])).slice(1),
        title: name,
        section: "scenarios",
        words: text(scenario["title"]),
        markdown: scenarioMarkdown(name, text(suite["subject"]), text(suite["title"]), scenario, checks),
      };
    }),
  );
  const listed = suites.map((suite) => {
    const rows = scenariosOf(suite["scenarios"]).map((scenario) => [
      `[${coded(text(scenario["id"]))}](${pathOf(text(suite["subject"]), suite.id, text(scenario["id"]))})`,
      markdownText(text(scenario["title"])),
    ]);
    return `## ${suite.id} (${text(suite["subject"])})\n\n${markdownText(text(suite["title"]))}\n\n${table(["scenario", ""], rows)}`;
  });
  const intro = "What is played to a subject. A scenario never judges: it brings about what checks then look at.";
  const index = ["# Scenarios", intro, ...listed].join("\n\n");
  return [{ path: "scenarios/index.html", title: "Scenarios", section: "scenarios", markdown: index }, ...pages];
}

const pathOf = (subject: string, suite: string, id: string): string => `/scenarios/${subject}/${suite}.${id}.html`;

const scenariosOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

function scenarioMarkdown(
  name: string,
  subject: string,
  suite: string,
  scenario: JsonObject,
  checks: ReadonlySet<string>,
): string {
  const exercised = Array.isArray(scenario["exercises"]) ? scenario["exercises"].map((id) => text(id)) : [];
  const facts = ["session", "era", "since", "until", "transports", "group"].flatMap((key) => {
    const value = scenario[key];
    const said = Array.isArray(value) ? value.join(", ") : text(value);
    return said === "" ? [] : [[key, said]];
  });
  return [
    `# ${coded(name)}`,
    `**${markdownText(text(scenario["title"]))}.**`,
    `Part of the suite “${markdownText(suite)}”, for subjects of kind ${subject}.`,
    ...(facts.length === 0 ? [] : [table(["", ""], facts)]),
    ...(exercised.length === 0
      ? []
      : [
          "## What it promises to show",
          exercised.map((id) => `* ${checks.has(id) ? `[${coded(id)}](${checkPath(id)})` : coded(id)}`).join("\n"),
        ]),
    "## Play it alone",
    fenced(`npx mcpcheck run ${subject} --suite ${name}${subject === "model" ? "" : " -- <command>"}`, "sh"),
  ].join("\n\n");
}
