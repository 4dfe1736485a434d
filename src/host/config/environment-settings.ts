import type { SecurityBlock } from "./configuration.ts";
import type { Problem, Reading } from "./read/problem.ts";
import { readConfiguration } from "./read/read-configuration.ts";
import type { ReadingRules } from "./read/reader.ts";

/** What environment variables say about the host. */
export type EnvironmentSettings = {
  /** OLLAMA_MCP_TIMEOUT: milliseconds for a tool call. */
  readonly callMs: number | undefined;
  /** OLLAMA_DEBUG: debug logging. */
  readonly debug: boolean;
  /** OLLAMA_MCP_DISABLE: no validation at start; MCP itself stays on. */
  readonly skipValidation: boolean;
  /** OLLAMA_NPX_COMMAND and its like: what is started for `npx`, `python`, `node`. */
  readonly runners: Readonly<Record<string, string>>;
  /** OLLAMA_MCP_SECURITY: names added to the command policy, as JSON. */
  readonly security: SecurityBlock | undefined;
};

const runnerVariables = { npx: "OLLAMA_NPX_COMMAND", python: "OLLAMA_PYTHON_COMMAND", node: "OLLAMA_NODE_COMMAND" };
const debugWords = ["1", "2", "true", "debug", "info", "trace"];

/** Reads those variables. A value that cannot be used is a problem that names its variable. */
export function readEnvironment(rules: ReadingRules): Reading<EnvironmentSettings> {
  const { env } = rules;
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const timeout = env["OLLAMA_MCP_TIMEOUT"]?.trim() ?? "";
  const callMs = /^\d{1,9}$/.test(timeout) && Number(timeout) > 0 ? Number(timeout) : undefined;
  if (timeout !== "" && callMs === undefined) {
    problems.push(about("OLLAMA_MCP_TIMEOUT", `expected milliseconds above 0, got "${timeout}"`));
  }
  const debug = env["OLLAMA_DEBUG"]?.trim().toLowerCase() ?? "";
  if (!["", "0", "false", ...debugWords].includes(debug)) {
    warnings.push(about("OLLAMA_DEBUG", `"${debug}" means nothing here: expected one of ${debugWords.join(", ")}`));
  }
  const text = env["OLLAMA_MCP_SECURITY"]?.trim() ?? "";
  const security =
    text === "" ? undefined : readConfiguration(`{"security":${text}}`, "OLLAMA_MCP_SECURITY", { ...rules, origin: "variable" });
  return {
    value: {
      callMs,
      debug: debugWords.includes(debug),
      skipValidation: ["1", "true"].includes(env["OLLAMA_MCP_DISABLE"]?.trim().toLowerCase() ?? ""),
      runners: Object.fromEntries(
        Object.entries(runnerVariables).flatMap(([runner, name]) => {
          const command = env[name]?.trim();
          return command === undefined || command === "" ? [] : [[runner, command]];
        }),
      ),
      security: security?.value.security,
    },
    problems: [...problems, ...(security?.problems ?? [])],
    warnings: [...warnings, ...(security?.warnings ?? [])],
  };
}

function about(variable: string, message: string): Problem {
  return { source: variable, position: undefined, pointer: [], message };
}
