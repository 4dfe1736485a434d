import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTree } from "../../src/base/files/remove-tree.ts";
import { htmlReporter } from "../../src/report/html/html.ts";
import type { ConnectionTimeline } from "../../src/trace/timeline/connection-timeline.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { chromiumPath, whyNoChromium } from "../support/chromium.ts";
import { manySubjects } from "./many-subjects.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const connection: ConnectionTimeline = {
  connection: 1,
  session: "main",
  revision: "2025-11-25",
  from: 0,
  to: 900,
  first: 40,
  calls: [
    { method: "tools/list", at: 50, ms: 2, outcome: "result" },
    { method: "tools/call", at: 60, ms: 120, outcome: "error" },
    { method: "ping", at: 300, ms: 500, outcome: "silence" },
    { method: "roots/list", at: 350, ms: 2, outcome: "result", by: "subject" },
  ],
  marks: [
    { kind: "silence", at: 800, text: "no answer to 3 within 500 ms" },
    { kind: "exit", at: 900, text: "exited with code 1" },
  ],
};
const drawn = sampleRun.flatMap((event): RunEvent[] =>
  event.type === "subject.finished"
    ? [{ type: "subject.timeline", subjectId: event.subjectId, connections: [connection] }, event]
    : [event],
);

describe.skipIf(chromiumPath === undefined)(`the HTML report in a browser (skipped where ${whyNoChromium})`, () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mcpcheck-html-"));
    browser = await chromium.launch({ executablePath: chromiumPath!, timeout: 120_000 });
  });
  afterAll(async () => {
    await browser.close();
    removeTree(folder);
  });

  type Look = { readonly width?: number; readonly dark?: boolean; readonly hash?: string; readonly events?: readonly RunEvent[] };

  /** What axe finds wrong with a page, and how far it sticks out. */
  async function faults(page: Page): Promise<{ readonly violations: readonly unknown[]; readonly wide: number }> {
    // The policy of the page lets no other script in; this one comes by the debugger.
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { axe: run } = globalThis as unknown as {
        readonly axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
      };
      return (await run.run()).violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => [html, failureSummary]),
      ]);
    });
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    return { violations, wide };
  }

  /** Opens the report of a run; whatever it asks for or complains about is kept. */
  async function open({ width = 1280, dark = false, hash = "", events = drawn }: Look, look: (page: Page) => Promise<void>) {
    const file = join(folder, `${Math.random()}.html`);
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const beside = { write, keepOnly: () => {} };
    writeFileSync(file, await render(htmlReporter({ file, beside }), events));
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? "dark" : "light",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const url = pathToFileURL(file).href;
    await page.goto(`${url}${hash}`);
    await look(page);
    expect(complaints).toEqual([]);
    expect(asked.filter((one) => !one.startsWith(url))).toEqual([]);
    await context.close();
  }

  const shown = async (page: Page): Promise<string[]> =>
    await page.locator(".finding").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));

  describe.each([
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 390, dark: false },
    { width: 390, dark: true },
  ])("%j", (look) => {
    test("the index of many subjects has no fault that axe finds, and nothing sticks out", async () => {
      await open({ ...look, events: manySubjects(21) }, async (page) => {
        expect(await faults(page)).toEqual({ violations: [], wide: 0 });
      });
    });

    test("has no fault that axe finds, all of it open, and nothing sticks out", async () => {
      await open(look, async (page) => {
        await page.evaluate(`document.querySelectorAll("details").forEach((one) => (one.open = true))`);
        expect(await faults(page)).toEqual({ violations: [], wide: 0 });
      });
    });
  });

  test("what could not be judged has no fault either", async () => {
    await open({ events: brokenRun }, async (page) => {
      await page.evaluate(axe);
      const violations = await page.evaluate(
        async () =>
          (await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run()).violations,
      );
      expect(violations.map(({ id }) => id)).toEqual([]);
      expect(await page.locator("h1").textContent()).toBe("mcpcheck: could not judge");
    });
  });

  test("search and filters by area, revision and verdict, which the address keeps", async () => {
    await open({}, async (page) => {
      const all = await shown(page);
      await page.locator("#search").fill("EXITED code");
      expect(await shown(page)).toEqual(["server-process.exit-code-2025-11-25"]);
      expect(await page.locator("#shown").textContent()).toBe("1 of 13 shown");
      expect(page.url()).toContain("#?q=EXITED+code");
      await page.locator("#search").fill("");
      await page.locator("#area").selectOption("jsonrpc");
      expect(await shown(page)).toEqual(["server-jsonrpc.parse-error-2025-11-25"]);
      await page.locator("#area").selectOption("");
      await page.locator("#revision").selectOption("2025-06-18");
      expect(await shown(page)).toEqual(["server-tools.unknown-name-2025-06-18"]);
      await page.locator("#revision").selectOption("");
      await page.locator("#show-fail").uncheck();
      const rest = await shown(page);
      expect(rest.length).toBeLessThan(all.length);
      expect(rest.every((id) => !id.includes("unknown-name"))).toBe(true);
    });
  });

  test("of many subjects some are found, and each leads to its page", async () => {
    await open({ events: manySubjects(21) }, async (page) => {
      await page.locator("#show-pass").uncheck();
      expect(await shown(page)).toHaveLength(3);
      await page.locator("#search").fill("server-3");
      expect(await shown(page)).toHaveLength(1);
      expect(await page.locator("#shown").textContent()).toBe("1 of 21 shown");
      const index = page.url();
      const leave = page.locator("tr.finding a", { hasText: "server-3" }).first();
      expect(await leave.getAttribute("href")).toMatch(/-subjects\/03-server-3\.html$/);
      const target = new URL((await leave.getAttribute("href")) ?? "", index);
      expect(readFileSync(target, "utf8")).toContain("<h1>server-3: ");
    });
  });

  test("a bar leads to the findings of its area and revision", async () => {
    await open({}, async (page) => {
      await page.locator("a.cell", { hasText: "failed" }).first().click();
      await expect.poll(async () => await shown(page), { timeout: 60_000 }).not.toContain("server-process.exit-code-2025-11-25");
      expect(await page.locator("#area").inputValue()).toBe("progress");
    });
  });

  test("a link opens what it leads to, wherever that is folded away", async () => {
    await open({ hash: "#server-tools.list-shape-2025-11-25" }, async (page) => {
      await expect.poll(async () => await page.locator('[id="server-tools.list-shape-2025-11-25"]').isVisible()).toBe(true);
      expect(await page.locator('[id="server-tools.list-shape-2025-11-25"]').getAttribute("open")).toBe("");
    });
  });

  test("an arrow opens to its bytes by the keyboard, and these can be copied as they are", async () => {
    await open({}, async (page) => {
      const sent = page.locator('[id="server-tools.unknown-name-2025-06-18"] .sequence .sent details').first();
      expect(await sent.locator("pre").isVisible()).toBe(false);
      await sent.locator("summary").focus();
      await page.keyboard.press("Enter");
      expect(await sent.locator("pre").isVisible()).toBe(true);
      await sent.locator("button").click();
      await expect.poll(async () => await sent.locator("button").textContent()).toBe("copied");
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await sent.locator("pre").textContent());
    });
  });
});
