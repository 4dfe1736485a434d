import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite, type Site } from "../../scripts/site/build-site.ts";
import { deadLinks } from "../../scripts/site/links.ts";
import { removeTree } from "../../src/base/files/remove-tree.ts";
import { catalog } from "../../src/cli/catalog.ts";
import { docsLink } from "../../src/report/docs-link.ts";
import { listFormats } from "../../src/cli/lists/formats.ts";
import { listMocks } from "../../src/cli/lists/mocks.ts";
import { listModels } from "../../src/cli/lists/models.ts";
import { chromiumPath, whyNoChromium } from "../support/chromium.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const patient = { timeout: 240_000 };
let site: Site;

beforeAll(() => {
  site = buildSite(root);
}, patient.timeout);

test("everything there is has its page", patient, () => {
  const wanted = [
    ...catalog().map(({ id }) => `checks/${id}.html`),
    ...listFormats().items.map(({ id }) => `formats/${id}.html`),
    ...listMocks().items.map(({ id }) => `mocks/${id}.html`),
    ...listModels().items.map(({ id }) => `models/${id}.html`),
    ...["mcpcheck", "mock", "model", "toolcall", "vitest", "node-test"].map((name) => `reference/${name}.html`),
    "scenarios/server/tools.unknown-tool.html",
    "published/servers.html",
    "library.html",
  ];
  expect(wanted.filter((path) => !site.has(path))).toEqual([]);
  expect(String(site.get("reference/mcpcheck.html"))).toContain("export declare function judgeServer(");
});

test("what a report links is there, and a page that names a check links it", patient, () => {
  const missing = catalog().filter(({ id }) => !site.has(docsLink("", id)?.slice(1) ?? ""));
  expect(missing.map(({ id }) => id)).toEqual([]);
  const named = [...site].filter(
    ([path, text]) => path.startsWith("published/") && /<a href="\.\.\/checks\/[\w.-]+\.html"><code>/.test(String(text)),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(String(site.get("checks/pagination.invalid-cursor.html"))).not.toContain('href="pagination.invalid-cursor.html"');
});

test("no link leads nowhere, and one that does is found", patient, () => {
  expect(deadLinks(site)).toEqual([]);
  const broken = new Map([
    ["index.html", '<a href="gone.html">a</a><a href="#nowhere">b</a><a href="index.html#here" id="here">c</a>'],
  ]);
  expect(deadLinks(broken)).toEqual([
    "index.html: gone.html leads to no file of the site",
    "index.html: index.html has no place #nowhere",
  ]);
});

test("nothing is asked of any other place", patient, () => {
  const asks = /<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//;
  const asking = [...site].filter(([path, text]) => path.endsWith(".html") && asks.test(String(text)));
  expect(asking.map(([path]) => path)).toEqual([]);
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(chromiumPath === undefined)(`the site in a browser (skipped where ${whyNoChromium})`, () => {
  const looked = [
    "index.html",
    "checks/tools.unknown-name.html",
    "formats/hermes.html",
    "reference/mock.html",
    "published/servers.html",
  ];
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mcpcheck-site-"));
    for (const [path, content] of site) {
      if (!looked.includes(path) && !path.startsWith("assets/")) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    browser = await chromium.launch({ executablePath: chromiumPath!, timeout: 120_000 });
  }, patient.timeout);
  afterAll(async () => {
    await browser.close();
    removeTree(folder);
  });

  test.for(looked.flatMap((path) => [[path, 1280, "light"] as const, [path, 390, "dark"] as const]))(
    "%s at %i pixels, %s, can be read by everybody",
    patient,
    async ([path, width, colorScheme]) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(pathToFileURL(join(folder, path)).href);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>("axe.run()");
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      await context.close();
    },
  );

  test("what is searched for is found, without a server", patient, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(pathToFileURL(join(folder, "checks/tools.unknown-name.html")).href);
    await page.keyboard.press("/");
    await page.keyboard.type("stray lines");
    const hit = page.locator("#found a", { hasText: "stdio.client-stray-lines" });
    await hit.waitFor();
    expect(await hit.getAttribute("href")).toBe("../checks/stdio.client-stray-lines.html");
    await page.keyboard.press("Escape");
    expect(await page.locator("#found").isHidden()).toBe(true);
    await page.close();
  });
});
