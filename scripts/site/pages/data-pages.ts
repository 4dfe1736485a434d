import { listFormats } from "../../../src/cli/lists/formats.ts";
import type { ListItem } from "../../../src/cli/lists/listing.ts";
import { listMocks } from "../../../src/cli/lists/mocks.ts";
import { listModels } from "../../../src/cli/lists/models.ts";
import { listMocks as mockScripts } from "../../../src/mock/script/load-script.ts";
import { listModelScripts } from "../../../src/model/script/load-model.ts";
import { markdownText } from "../../../src/report/text/markdown-text.ts";
import { type CorpusCase, loadCorpora } from "../../../src/run/parser/corpus.ts";
import { visible } from "../../../src/base/visible.ts";
import { coded, fenced, type Page, type Section, sections, table } from "../page.ts";

/** Longest JSON that is shown on a page, in UTF-16 units. */
const longest = 20_000;

function json(value: unknown): string {
  const text = visible(JSON.stringify(value, null, 2), { multiline: true });
  return fenced(text.length > longest ? `${text.slice(0, longest)}\n…` : text, "json");
}

const words = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : "");

/** A page for each thing of a list, and one that lists them. */
function pagesOf(
  section: Section,
  items: readonly ListItem[],
  intro: string,
  body: (item: ListItem) => readonly string[],
): Page[] {
  const pages = items.map((item): Page => ({
    path: `${section}/${item.id}.html`,
    title: item.id,
    section,
    words: `${words(item["title"])} ${words(item["models"])}`,
    markdown: [`# ${coded(item.id)}`, `**${markdownText(words(item["title"]))}.**`, ...body(item)].join("\n\n"),
  }));
  const rows = items.map((item) => [`[${coded(item.id)}](/${section}/${item.id}.html)`, markdownText(words(item["title"]))]);
  const index = `# ${sections[section]}\n\n${intro}\n\n${table(["", ""], rows)}`;
  return [{ path: `${section}/index.html`, title: sections[section], section, markdown: index }, ...pages];
}

/** A page for each tool-call format: what it looks like, who writes it, and cases of its corpus. */
export function formatPages(): Page[] {
  const corpora = new Map(loadCorpora(() => true).map((corpus) => [corpus.format, corpus.cases]));
  const intro =
    "How families of models write tool calls as text. [The rules](/formats.html) by which all of them are read are the same.";
  return pagesOf("formats", listFormats().items, intro, (item) => {
    const cases = corpora.get(item.id) ?? [];
    return [
      "## What it looks like",
      fenced(words(item["shape"])),
      `Written by ${markdownText(words(item["models"]))}. Known from ${markdownText(words(item["sources"]))}.`,
      ...(cases.length === 0
        ? []
        : [`## Cases`, `The first of ${cases.length} cases of its corpus.`, ...cases.slice(0, 6).map(caseMarkdown)]),
      "## Use it",
      fenced(
        `npx mcpcheck parse --format ${item.id} < output.txt\nnpx mcpcheck run parser --format ${item.id} --command '<your parser>'`,
        "sh",
      ),
    ];
  });
}

function caseMarkdown({ title, input, expect }: CorpusCase): string {
  const read = {
    content: expect.content,
    ...(expect.reasoning === "" ? {} : { reasoning: expect.reasoning }),
    calls: expect.calls,
  };
  return [`### ${markdownText(title)}`, fenced(visible(input, { multiline: true })), "is read as", json(read)].join("\n\n");
}

/** A page for each mock server: what it shows, and the script that it is. */
export function mockPages(): Page[] {
  const scripts = new Map(mockScripts().map((script) => [script.id, script]));
  const intro =
    "Servers to try clients and hosts on: clean ones keep every rule, odd ones break one or do something rare. [How to write one](/mocks.html).";
  return pagesOf("mocks", listMocks().items, intro, (item) => [
    ...(item["description"] === undefined ? [] : [markdownText(words(item["description"]))]),
    `It is ${words(item["kind"])}; transports ${words(item["transports"])}; revisions ${words(item["revisions"])}.`,
    "## Start it",
    fenced(`npx mcpcheck serve mock ${item.id}`, "sh"),
    "## Its script",
    json(scripts.get(item.id)),
  ]);
}

/** A page for each script of a fake model. */
export function modelPages(): Page[] {
  const scripts = new Map(listModelScripts().map((script) => [script.id, script]));
  const intro = "What a fake model says, so that a host can be tried on it. [How models are judged](/models.html).";
  return pagesOf("models", listModels().items, intro, (item) => [
    ...(item["description"] === undefined ? [] : [markdownText(words(item["description"]))]),
    "## Start it",
    fenced(`npx mcpcheck serve model ${item.id} --api all`, "sh"),
    "## Its script",
    json(scripts.get(item.id)),
  ]);
}
