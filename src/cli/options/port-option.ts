import { McpcheckError } from "../../base/mcpcheck-error.ts";

/** The port of `--port`; 0 lets the system choose. @throws McpcheckError `usage` */
export function portOf(text: string): number {
  const port = Number(text);
  if (text.trim() === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new McpcheckError("usage", `--port must be 0 to 65535, not ${text}`);
  return port;
}
