import { describe, expect, test } from "vitest";
import { docsLink } from "../../src/report/docs-link.ts";
import { reporters } from "../../src/report/reporters.generated.ts";
import { render } from "./render.ts";
import { sampleFindings, sampleRun } from "./sample-run.ts";

const docsUrl = "https://docs.example.com/mcpcheck/";
const failed = sampleFindings
  .filter(({ verdict, known, because }) => verdict === "fail" && known !== true && because === undefined)
  .map(({ check }) => check);

describe.each(["comment", "github", "html", "markdown", "pretty", "sarif"])("%s", (name) => {
  const report = async (more: object): Promise<string> =>
    await render((await reporters[name]!())({ color: false, ...more }), sampleRun);

  test("every finding links its page, where somebody said where the site is", async () => {
    const text = (await report({ docsUrl })).replaceAll("%3A", ":");
    for (const check of failed) expect(text).toContain(docsLink(docsUrl, check));
  });

  test("without a site the command stands there that tells the same", async () => {
    const text = await report({ verbose: true });
    expect(text).not.toContain("docs.example.com");
    for (const check of failed) expect(text).toContain(`npx mcpcheck explain ${check}`);
  });
});

test("a rule of SARIF has its page for an address where that is whole, and else the specification", async () => {
  const rule = async (given: string): Promise<string> => {
    const log = JSON.parse(await render((await reporters["sarif"]!())({ color: false, docsUrl: given }), sampleRun)) as {
      readonly runs: readonly [
        { readonly tool: { readonly driver: { readonly rules: readonly { readonly helpUri: string }[] } } },
      ];
    };
    return log.runs[0].tool.driver.rules[0]?.helpUri ?? "";
  };
  expect(await rule(docsUrl)).toMatch(/^https:\/\/docs\.example\.com\/mcpcheck\/checks\//);
  expect(await rule("../site")).toMatch(/^https:\/\/modelcontextprotocol\.io\//);
});
