import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { root } from "../../support/run-cli.ts";
import { evaluate, fill, truthy, type Contexts } from "./evaluate.ts";
import { octokit } from "./fake-github.ts";

type Words = Readonly<Record<string, string>>;
type Step = {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Words;
  readonly with?: Words;
  readonly "working-directory"?: string;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};

/** What a job sees of an action that ran: what it printed, its summary, outputs, uploads, warnings, and how it ended. */
export type PlayedAction = {
  readonly workspace: string;
  readonly outcome: "success" | "failure";
  /** The steps that failed, by their `uses` or `run`. */
  readonly failed: readonly string[];
  readonly log: string;
  readonly summary: string;
  readonly outputs: Words;
  /** What each action it uses was given. */
  readonly used: Readonly<Record<string, Words>>;
  readonly warnings: readonly string[];
};

/** Plays action.yml as GitHub's runner does a composite action: inputs, expressions, conditions, steps, files of the runner. */
export async function playAction(inputs: Words, event: "pull_request" | "push", api: string): Promise<PlayedAction> {
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
  const workspace = mkdtempSync(join(tmpdir(), "mcpcheck-job-"));
  const payload = event === "pull_request" ? { pull_request: { number: 7 } } : { ref: "refs/heads/main" };
  const files = { GITHUB_STEP_SUMMARY: join(workspace, ".summary"), GITHUB_EVENT_PATH: join(workspace, ".event.json") };
  writeFileSync(files.GITHUB_STEP_SUMMARY, "");
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(payload));

  const github = { token: "token-of-the-job", event_name: event };
  const defaults = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [name, fill(value, { github })]);
  const given: Words = { ...(Object.fromEntries(defaults) as Words), ...inputs };
  const steps: Record<string, Contexts> = {};
  const contexts = (): Contexts => ({ inputs: given, github, steps });
  const filled = (words: Words = {}): Words =>
    Object.fromEntries(Object.entries(words).map(([name, value]) => [name, fill(value, contexts())]));

  let log = "";
  const failed: string[] = [];
  const used: Record<string, Words> = {};
  const warnings: string[] = [];
  for (const [index, step] of action.runs.steps.entries()) {
    const condition = step.if?.replace(/^\$\{\{(.*)\}\}$/s, "$1").trim();
    if (condition === undefined ? failed.length > 0 : !truthy(evaluate(condition, contexts()))) continue;
    const env = filled(step.env);
    if (step.run === undefined) {
      const name = step.uses?.replace(/@.*/, "") ?? "";
      used[name] = filled(step.with);
      if (!(await useAction(name, used[name], env))) failed.push(name);
      continue;
    }
    const output = join(workspace, `.output-${index}`);
    writeFileSync(output, "");
    const runner = {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: root.replace(/\/$/, ""),
      GITHUB_EVENT_NAME: event,
      GITHUB_OUTPUT: output,
      GITHUB_WORKSPACE: workspace,
      ...files,
    };
    const cwd = resolve(workspace, fill(step["working-directory"] ?? ".", contexts()));
    const { code, printed } = await shell(step.run, cwd, { ...runner, ...env });
    log += printed;
    if (code !== 0) failed.push(step.run);
    if (step.id !== undefined) steps[step.id] = { outputs: readOutputs(output) };
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, contexts())]);
  return {
    workspace,
    outcome: failed.length > 0 ? "failure" : "success",
    failed,
    log,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"),
    outputs: Object.fromEntries(outputs) as Words,
    used,
    warnings,
  };

  /** What the actions of others would do, as far as it shows whether they were given what they need. */
  async function useAction(name: string, input: Words, env: Words): Promise<boolean> {
    if (name === "actions/github-script") return await runScript(input, env);
    const path = name === "github/codeql-action/upload-sarif" ? input["sarif_file"] : input["path"];
    return path !== undefined && path !== "" && existsSync(resolve(workspace, path));
  }

  /** A script runs where the workspace is and with the environment of its step. */
  async function runScript(input: Words, env: Words): Promise<boolean> {
    const context = { payload, eventName: event, repo: { owner: "me", repo: "it" } };
    const core = { warning: (words: string) => warnings.push(words) };
    const names = ["github", "context", "core", "require", "process"];
    // The script is ours, out of action.yml; the files it names are looked for in the workspace.
    const body = `return (async () => { ${input["script"] ?? ""} })();`;
    // oxlint-disable-next-line no-new-func, no-implied-eval
    const script = new Function(...names, body) as (...values: readonly unknown[]) => Promise<void>;
    const client = octokit(api, input["github-token"] ?? "");
    const within = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, key === "REPORTS" ? resolve(workspace, value) : value]),
    );
    try {
      await script(client, context, core, createRequire(import.meta.url), { env: within });
      return true;
    } catch (error) {
      log += String(error);
      return false;
    }
  }
}

function readOutputs(file: string): Words {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** A line of `shell: bash`, with the options the runner gives it. */
async function shell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; printed: string }> {
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], { cwd, env });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, printed };
}
