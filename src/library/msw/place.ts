import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { withoutEnd } from "../../base/without-end.ts";

export type { Clock } from "../../base/time/clock.ts";

/** An address that requests are caught at. */
export type Place = {
  /** The address as msw matches it: neither query nor slash at its end. */
  readonly url: string;
  readonly origin: string;
  /** The name of the machine. */
  readonly host: string;
  /** The path, without a slash at its end. */
  readonly path: string;
};

/**
 * Where an option says that requests are caught.
 * @throws McpcheckError `usage` for what is no address of the web
 */
export function placeOf(text: string, option: string): Place {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol))
    throw new McpcheckError("usage", `${option}: must be a whole address such as https://example.com/mcp, not ${text}`);
  const path = withoutEnd(parsed.pathname, "/");
  return { url: `${parsed.origin}${path}`, origin: parsed.origin, host: parsed.hostname, path };
}
