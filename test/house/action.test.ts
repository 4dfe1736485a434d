import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { removeTree } from "../../src/base/files/remove-tree.ts";
import { jsonReporter } from "../../src/report/json.ts";
import { render } from "../report/render.ts";
import { sampleRun } from "../report/sample-run.ts";
import { root } from "../support/run-cli.ts";

type Step = {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly if?: string;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

const text = readFileSync(join(root, "action.yml"), "utf8");
const action = parse(text) as Action;
const [judging] = action.runs.steps;

test("every input is used, and what is used is an input", () => {
  const used = new Set([...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name));
  expect(used).toEqual(new Set(Object.keys(action.inputs)));
});

test("nothing that others may write becomes a part of a script", () => {
  for (const { run } of action.runs.steps) expect(run ?? "").not.toContain("${{");
});

test("the version it calls is this one", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  expect(action.inputs["mcpcheck"]?.default).toBe(`npx --yes mcpcheck@${version}`);
});

/** Runs the script with inputs and an mcpcheck that keeps its arguments, writes a report and exits with a code. */
async function judge(
  inputs: Readonly<Record<string, string>>,
  exitCode = 1,
  { writes = true, earlier = [] as readonly string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-action-"));
  onTestFinished(() => void removeTree(folder));
  const report = await render(jsonReporter(), sampleRun);
  writeFileSync(join(folder, "report.json"), report);
  const program = join(folder, "my mcpcheck.cjs");
  writeFileSync(
    program,
    `const fs = require("node:fs");
fs.writeFileSync(${JSON.stringify(join(folder, "argv.json"))}, JSON.stringify(process.argv.slice(2)));
if (!${writes}) process.exit(${exitCode});
fs.mkdirSync("out dir", { recursive: true });
fs.copyFileSync(${JSON.stringify(join(folder, "report.json"))}, "out dir/mcpcheck.json");
fs.writeFileSync("out dir/mcpcheck.github.txt", "::warning title=x::y\\n");
process.exit(${exitCode});`,
  );
  chmodSync(program, 0o755);
  const reports = join(folder, "out dir");
  for (const name of earlier) {
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, name), name.endsWith(".json") ? report : "of an earlier run");
  }
  const output = join(folder, "output");
  const env = Object.fromEntries(
    Object.entries(judging?.env ?? {}).map(([name, value]) => {
      const input = /inputs\.([\w-]+)/.exec(value)?.[1] ?? "";
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
    }),
  );
  const given = { ...env, INPUT_REPORTS: "out dir", INPUT_MCPCHECK: `'${process.execPath}' '${program}'` };
  const stdout = execFileSync("bash", [join(root, "action/run.sh")], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], ...given, GITHUB_OUTPUT: output },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const argv = existsSync(join(folder, "argv.json"))
    ? (JSON.parse(readFileSync(join(folder, "argv.json"), "utf8")) as string[])
    : undefined;
  const left = existsSync(reports) ? readdirSync(reports) : [];
  return { argv, stdout, output: existsSync(output) ? readFileSync(output, "utf8") : "", left };
}

/** What the reporters that the script names call their files in the folder of reports. */
const reporterFiles = ["json", "github.txt", "sarif", "html", "junit.xml", "md", "comment.md", "svg"].map(
  (end) => `mcpcheck.${end}`,
);

describe("the script that judges", () => {
  test("groups words by quotes and hands each on as it is", async () => {
    const command = `node "a b.js" --x='$(touch pwned)' \`id\` ';' *`;
    const { argv, stdout, output } = await judge({
      command,
      args: "--spec all --allow-writes",
      baseline: "b.json",
      "fail-on": "warn",
    });
    const reporters = "pretty,github,json,sarif,html,junit,markdown,comment,badge";
    const own = ["run", "server", "--out", "out dir", "--reporter", reporters];
    const given = ["--baseline", "b.json", "--fail-on", "warn", "--spec", "all", "--allow-writes"];
    expect(argv).toEqual([...own, ...given, "--", "node", "a b.js", "--x=$(touch pwned)", "`id`", ";", "*"]);
    expect(stdout).toContain("::warning title=x::y");
    const told = ["exit-code=1", "reports=./out dir", `action=${join(root, "action")}`];
    expect(output.split("\n").filter(Boolean)).toEqual([
      ...told,
      "written=true",
      "failed=2",
      "flaky=1",
      "warned=3",
      "passed=3",
      "untested=2",
    ]);
  }, 60_000);

  test("takes no report of an earlier run for one of this, and keeps what is not its own", async () => {
    const earlier = [...reporterFiles, "mine.txt"];
    const { output, stdout, left } = await judge({ command: "a" }, 2, { writes: false, earlier });
    expect(output).toContain("exit-code=2\n");
    expect(output).not.toContain("written=true");
    expect(output).not.toContain("failed=");
    expect(stdout).toBe("");
    expect(left).toEqual(["mine.txt"]);
  }, 60_000);

  test.each([
    [{ url: "http://127.0.0.1:1/mcp" }, ["run", "server"], ["--url", "http://127.0.0.1:1/mcp"]],
    [{ config: "hosts.json" }, ["run", "server"], ["--config", "hosts.json"]],
    [{}, ["run", "--out"], []],
  ])(
    "%j",
    async (inputs, first, last) => {
      const { argv = [] } = await judge(inputs, 0);
      expect(argv.slice(0, 2)).toEqual(first);
      expect(last).toEqual(argv.slice(argv.length - last.length));
    },
    60_000,
  );

  test.each([{ command: "a", url: "b" }, { "fail-on": "sometimes" }])(
    "%j is refused with a reason",
    async (inputs) => {
      await expect(judge(inputs)).rejects.toMatchObject({
        stdout: expect.stringMatching(/^::error title=mcpcheck::(?:give one of|fail-on is)/),
      });
    },
    60_000,
  );
});

type Comment = { readonly id: number; readonly body: string; readonly user: { readonly type: string } };

/** What of GitHub's interface the comment needs, and what was done with it. */
function fakeGitHub(comments: readonly Comment[], status?: number) {
  const done: unknown[] = [];
  const act = (name: string) => async (parameters: unknown) => {
    if (status !== undefined) throw Object.assign(new Error("no"), { status });
    done.push([name, parameters]);
    return await Promise.resolve();
  };
  const issues = { listComments: {}, createComment: act("create"), updateComment: act("update") };
  return { done, github: { rest: { issues }, paginate: async () => await Promise.resolve(comments) } };
}

describe("the comment", () => {
  const { stickyComment } = createRequire(import.meta.url)("../../action/sticky-comment.cjs") as {
    readonly stickyComment: (outside: object) => Promise<void>;
  };
  const context = { repo: { owner: "o", repo: "r" }, payload: { pull_request: { number: 7 } } };

  async function comment(comments: readonly Comment[], status?: number) {
    const folder = mkdtempSync(join(tmpdir(), "mcpcheck-comment-"));
    onTestFinished(() => void removeTree(folder));
    const file = join(folder, "c.md");
    writeFileSync(file, "<!-- mcpcheck/server/a -->\n# new\n");
    const { github, done } = fakeGitHub(comments, status);
    const warnings: string[] = [];
    await stickyComment({ github, context, core: { warning: (words: string) => warnings.push(words) }, file });
    return { done, warnings };
  }

  test("is written where there is none, and not over that of somebody else or of another subject", async () => {
    const others = [
      { id: 1, body: "<!-- mcpcheck/server/b -->\nx", user: { type: "Bot" } },
      { id: 2, body: "<!-- mcpcheck/server/a -->\nx", user: { type: "User" } },
    ];
    expect((await comment(others)).done).toEqual([["create", expect.objectContaining({ issue_number: 7, owner: "o" })]]);
  });

  test("is brought up to date", async () => {
    const mine = { id: 3, body: "<!-- mcpcheck/server/a -->\n# old\n", user: { type: "Bot" } };
    expect((await comment([mine])).done).toEqual([["update", expect.objectContaining({ comment_id: 3 })]]);
  });

  test("that may not be written costs a warning, not the job", async () => {
    expect((await comment([], 403)).warnings).toEqual([expect.stringContaining("pull-requests: write")]);
    await expect(comment([], 500)).rejects.toThrow("no");
  });
});
