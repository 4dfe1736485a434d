import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { schemaAddress } from "../../base/published-address.ts";
import { checks } from "../../check/registry.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { buildOf, foundServers, type FoundServers, projectName, serverOf } from "../init/found-server.ts";
import { type Ci, ciFiles, workflowText } from "../init/workflow.ts";
import type { Io } from "../io.ts";
import { writeNew } from "../new-file.ts";
import { performRun } from "../perform-run.ts";
import { configNames } from "../options/config-names.ts";
import { loadProjectConfig } from "../project-config.ts";
import type { RawRunOptions } from "../run-options.ts";
import { serverJobs } from "../server/server-jobs.ts";

type RawOptions = { readonly ci: Ci | "none"; readonly url?: string; readonly baseline: boolean; readonly force?: true };

const configFile = "mcpcheck.config.json";
const baselineFile = "mcpcheck.baseline.json";

/** What `--help` says of it. */
export const summary = "set a project up: configuration, CI workflow, first baseline";

/** `init`: finds the server of a project and writes what `mcpcheck run` and a CI need. Asks nothing, writes nothing over. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("[command...]", "the server's command line, after --; found in the project's files when absent")
    .option("--url <url>", "a server over HTTP, instead")
    .addOption(
      new Option("--ci <name>", "the CI whose workflow is written").choices([...Object.keys(ciFiles), "none"]).default("github"),
    )
    .option("--no-baseline", "do not run the server to write a first baseline")
    .option("--force", "overwrite what is there")
    .addHelpText("after", help)
    .action(async (words: readonly string[], raw: RawOptions) => done(await init(words, raw, io)));
}

const help = `
The server is looked for in mcp.json, .mcp.json, .vscode/mcp.json, .cursor/mcp.json, the bin of package.json and the scripts of
pyproject.toml. Written are ${configFile}, the workflow, and ${baselineFile} with what fails today, so that CI is red for
what is new only.

Examples:
  mcpcheck init
  mcpcheck init -- node build/index.js
  mcpcheck init --url http://127.0.0.1:3001/mcp --ci gitlab
`;

async function init(words: readonly string[], raw: RawOptions, io: Io): Promise<number> {
  const existing = configNames.find((name) => existsSync(join(io.cwd, name)));
  if (existing !== undefined && (existing !== configFile || raw.force !== true))
    throw new McpcheckError(
      "usage",
      `init: ${existing} is there already${existing === configFile ? "; --force overwrites" : `, and ${configFile} would stand beside it`}; nothing was written`,
    );
  const { from, servers } = serversFor(words, raw, io.cwd);
  io.stderr(`${from}: ${Object.keys(servers).join(", ")}\n`);
  const files = [
    { file: configFile, text: configText(servers, raw.baseline) },
    ...(raw.ci === "none" ? [] : [{ file: ciFiles[raw.ci], text: workflowText(raw.ci, buildOf(io.cwd)) }]),
  ];
  const force = raw.force === true;
  if (raw.baseline && !force && existsSync(join(io.cwd, baselineFile)))
    throw new McpcheckError("usage", `init: ${baselineFile} is there already; --force overwrites, nothing was written`);
  writeNew(io, "init", files, force);
  const exitCode = raw.baseline ? await firstBaseline(io) : 0;
  io.stderr(
    exitCode === 0
      ? "next: npx mcpcheck run, and npx mcpcheck watch while you work; commit what was written\n"
      : `the server could not be judged yet, and there is no baseline: npx mcpcheck doctor --config ${configFile} says why\n`,
  );
  return exitCode;
}

function serversFor(words: readonly string[], { url }: RawOptions, cwd: string): FoundServers {
  if (words.length > 0 && url !== undefined) throw new McpcheckError("usage", "init: give a command or --url, not both");
  if (url !== undefined && !/^https?:\/\//i.test(url))
    throw new McpcheckError("usage", `init: --url: expected an http or https address, not "${url}"`);
  if (url !== undefined) return { from: "the server given by --url", servers: { [projectName(cwd)]: { url } } };
  if (words.length > 0) return { from: "the server given", servers: serverOf(projectName(cwd), words) };
  const found = foundServers(cwd);
  if (found !== undefined) return { ...found, from: `found in ${found.from}` };
  throw new McpcheckError(
    "usage",
    "init: no server is found in mcp.json, .vscode/mcp.json, package.json (bin) or pyproject.toml (scripts); give its command: mcpcheck init -- node build/index.js",
  );
}

function configText(servers: JsonObject, hasBaseline: boolean): string {
  const config = {
    $schema: schemaAddress("config"),
    servers,
    ...(hasBaseline ? { run: { baseline: baselineFile } } : {}),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Runs what was written once, and lists what fails today. */
async function firstBaseline(io: Io): Promise<number> {
  const config = await loadProjectConfig(io.cwd, io.env);
  if (config === undefined) throw new McpcheckError("harness", `${configFile} was written and is not there`);
  const raw: RawRunOptions = {
    spec: "auto",
    timeout: "10000",
    budget: "120000",
    seed: "1",
    baseline: baselineFile,
    updateBaseline: true,
  };
  const argv = ["mcpcheck", "run"];
  return await performRun(
    io,
    raw,
    argv,
    (context) => serverJobs(config.servers, { ...context, hints: {}, cwd: io.cwd }),
    checks.filter(({ subject }) => subject === "server"),
  );
}
