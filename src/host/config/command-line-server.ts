import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ServerDefinition } from "./server-definition.ts";

/** A list as `--mcp-args` takes it: separated by commas, `\,` is a comma and `\\` a backslash; empty items stay. */
export function commaSeparated(text: string): string[] {
  if (text === "") return [];
  const items: string[] = [""];
  for (const [token] of text.matchAll(/\\[,\\]|[\s\S]/g)) {
    if (token === ",") items.push("");
    else items[items.length - 1] += token.length === 2 ? token.slice(1) : token;
  }
  return items;
}

/**
 * The one server that `--mcp-command` and `--mcp-args` describe; its name is "default".
 * @throws McpcheckError `usage` when a configuration file is given as well, or arguments without a command
 */
export function commandLineServer(options: {
  readonly command: string | undefined;
  readonly args: string | undefined;
  readonly config: string | undefined;
}): ServerDefinition | undefined {
  if (options.command === undefined) {
    if (options.args === undefined) return undefined;
    throw new McpcheckError("usage", "--mcp-args without --mcp-command");
  }
  if (options.config !== undefined)
    throw new McpcheckError("usage", "both --mcp-command and a configuration file; give one of them");
  return {
    name: "default",
    description: undefined,
    reach: { transport: "stdio", command: options.command, args: commaSeparated(options.args ?? ""), env: {}, cwd: undefined },
    requiresPath: false,
    pathArgIndex: null,
    capabilities: [],
    autoEnable: "never",
    enableIf: {},
    enabled: true,
    initializeMs: undefined,
    callMs: undefined,
    origin: "commandLine",
    place: "--mcp-command",
  };
}
