import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Section } from "../page.ts";

/** The pages people write: the README, the guides in `docs`, and the tables in `reports/published`. */
export function guidePages(root: string): Page[] {
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const published = readdirSync(join(root, "reports/published")).filter((name) => name.endsWith(".md"));
  return [
    page(root, "README.md", "index.html", "guides"),
    ...guides.map((name) => page(root, `docs/${name}`, name.replace(".md", ".html"), "guides")),
    page(root, "CONTRIBUTING.md", "contributing.html", "guides"),
    page(root, "SECURITY.md", "security.html", "guides"),
    page(root, "docs/schemas/README.md", "schemas/index.html", "guides"),
    ...published.map((name) => page(root, `reports/published/${name}`, `published/${name.replace(".md", ".html")}`, "published")),
  ];
}

function page(root: string, source: string, path: string, section: Section): Page {
  const markdown = readFileSync(join(root, source), "utf8");
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? source;
  const headings = [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
  return { path, title, section, markdown, source, words: headings.join(" ") };
}
