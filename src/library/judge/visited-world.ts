import { dirname } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { hold, holdMembers } from "../given/given.ts";
import * as rules from "../given/rules.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import type { Io } from "../../cli/io.ts";
import type { ServerEntry } from "../../cli/server/server-entry.ts";
import type { JudgeServerOptions, ServerTarget } from "./judge-server-options.ts";

const aTarget: rules.Rule = {
  wants: "a server to judge: { command, args } or { url }",
  holds: (value) =>
    rules.isRecord(value) &&
    (typeof value["url"] === "string" || (value["url"] === undefined && typeof value["command"] === "string")),
};
const urlRules = { url: rules.text, transport: rules.oneOf("http", "sse"), headers: rules.headerFields };
const commandRules = { command: rules.text, args: rules.texts, env: rules.variables, cwd: rules.text };

/** How long one exchange, and the whole server, may take, in milliseconds: as on the command line. */
export const usualLimits = { timeoutMs: 10_000, budgetMs: 120_000 };

/** A target as an entry of a configuration. @throws McpcheckError `usage` for one that names nothing */
export function entryOf(target: ServerTarget): ServerEntry {
  hold(target, aTarget, "target");
  if ("url" in target) {
    holdMembers(target, urlRules, "target");
    const { url, headers = {}, transport = "http" } = target;
    if (url !== "") return { name: publicUrl(url), kind: transport, url, headers };
  } else if (target.command !== "") {
    holdMembers(target, commandRules, "target");
    const { command, args = [], env = {}, cwd } = target;
    return { name: [command, ...args].join(" "), kind: "stdio", command: [command, ...args], env, cwd };
  }
  throw new McpcheckError("usage", "nothing to judge: the target has neither a command nor a url");
}

/** The world of a run that prints nothing and has no environment but what it is given. */
export function quietIo({ env, cwd }: Pick<JudgeServerOptions, "env" | "cwd">, interrupted: AbortSignal): Io {
  return {
    stdout: () => undefined,
    stderr: () => undefined,
    // Programs are found where this one was, and where systems have theirs.
    env: env ?? { PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":") },
    cwd: cwd ?? process.cwd(),
    isTerminal: false,
    interrupted,
    stdin: async function* () {},
  };
}
