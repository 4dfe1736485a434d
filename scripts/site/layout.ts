import { htmlText } from "../../src/report/text/html-text.ts";
import { pathTo } from "./markdown.ts";
import { type Page, type Section, sections } from "./page.ts";

/** Where each part of the site begins; the guides and the tables are listed themselves. */
const entrances: Readonly<Partial<Record<Section, string>>> = {
  checks: "checks/index.html",
  formats: "formats/index.html",
  mocks: "mocks/index.html",
  scenarios: "scenarios/index.html",
  models: "models/index.html",
  reference: "reference/index.html",
};

/** A whole page: its text with the head of the site, the way around it, and the search. */
export function laidOut(page: Page, body: string, pages: readonly Page[]): string {
  const to = (path: string): string => htmlText(pathTo(page.path, path));
  const link = (path: string, title: string): string =>
    `<li><a href="${to(path)}"${path === page.path ? ' aria-current="page"' : ""}>${htmlText(title)}</a></li>`;
  const listed = (section: Section): string =>
    pages
      .filter((other) => other.section === section)
      .map(({ path, title }) => link(path, title))
      .join("");
  const parts = Object.entries(entrances).map(([section, path]) => link(path, sections[section as Section]));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlText(page.title)}${page.path === "index.html" ? "" : " · mcpcheck"}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to("assets/site.css")}">
</head>
<body data-root="${htmlText(pathTo(page.path, "index.html").replace(/index\.html$/, ""))}">
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="home" href="${to("index.html")}">mcpcheck</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false" aria-controls="found">
<ol id="found" hidden aria-label="What was found"></ol>
</div>
</header>
<div class="frame">
<nav aria-label="Site"><details open><summary>Contents</summary>
<ul>${parts.join("")}</ul>
<h2>${sections.guides}</h2><ul>${listed("guides")}</ul>
<h2>${sections.published}</h2><ul>${listed("published")}</ul>
</details></nav>
<main id="text">
${body}</main>
</div>
<script src="${to("assets/minisearch.js")}" defer></script>
<script src="${to("assets/site.js")}" defer></script>
</body>
</html>
`;
}
