import { McpcheckError } from "../base/mcpcheck-error.ts";

/**
 * The URL of a server that is reached over HTTP.
 * @throws McpcheckError `usage` when it is none, or not one of http or https
 */
export function parseEndpoint(url: string): URL {
  if (!URL.canParse(url)) throw new McpcheckError("usage", `not a URL: ${JSON.stringify(url)}; expected http://… or https://…`);
  const parsed = new URL(url);
  if (parsed.protocol === "http:" || parsed.protocol === "https:") return parsed;
  throw new McpcheckError("usage", `cannot reach ${JSON.stringify(url)}: expected http://… or https://…`);
}
