import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonText } from "../../src/base/json-text.ts";
import { laidOut } from "./layout.ts";
import { htmlOf } from "./markdown.ts";
import { type Page, sections } from "./page.ts";
import { checkPages } from "./pages/checks.ts";
import { formatPages, mockPages, modelPages } from "./pages/data-pages.ts";
import { guidePages } from "./pages/guides.ts";
import { referencePages } from "./pages/reference.ts";
import { scenarioPages } from "./pages/scenarios.ts";

/** The files of the site, by path: text, or bytes of what is copied. */
export type Site = ReadonlyMap<string, string | Buffer>;

/** Files of `docs` that pages show or name, and that are copied. */
const copiedKinds = [".svg", ".schema.json"];

/** The whole site, made of what lies below `root`: nothing is written. */
export function buildSite(root: string): Site {
  const checks = checkPages();
  const pages: Page[] = [
    ...guidePages(root),
    ...checks,
    ...formatPages(),
    ...mockPages(),
    ...scenarioPages(new Set(checks.map(({ title }) => title))),
    ...modelPages(),
    ...referencePages(root),
  ];
  const copied = ["docs", "docs/schemas"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => copiedKinds.some((kind) => path.endsWith(kind)));
  const targets = {
    bySource: new Map(pages.flatMap(({ source, path }) => (source === undefined ? [] : [[source, path] as const]))),
    copied: new Set(copied),
    checks: new Map(checks.map(({ title, path }) => [title, path])),
  };
  const files = new Map<string, string | Buffer>();
  for (const page of pages) {
    if (files.has(page.path)) throw new Error(`${page.path}: two pages of the site have this path`);
    files.set(page.path, laidOut(page, htmlOf(page, targets), pages));
  }
  for (const path of copied) files.set(path.replace(/^docs\//, ""), readFileSync(join(root, path)));
  for (const name of ["site.css", "site.js"])
    files.set(`assets/${name}`, readFileSync(join(import.meta.dirname, "assets", name)));
  const search = pages.map(({ path, title, section, words = "" }, id) => ({
    id,
    path,
    title,
    words,
    section: sections[section],
  }));
  files.set("assets/pages.js", `globalThis.mcpcheckPages = ${jsonText(search)};\n`);
  files.set("assets/minisearch.js", readFileSync(join(root, "node_modules/minisearch/dist/umd/index.js")));
  return files;
}
