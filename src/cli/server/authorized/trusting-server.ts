import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { publicUrl } from "../../../base/secrets/public-url.ts";
import type { GivenHeaders } from "../../../transport/client-transport.ts";
import type { Io } from "../../io.ts";
import { givenHeaders } from "../../options/header-option.ts";
import { namedVariables } from "../child-environment.ts";
import type { RawServerOptions } from "../server-options.ts";
import type { Trusting } from "./authorized-job.ts";

/** The server that --auth is about, and its name. @throws McpcheckError `usage` for what does not go together with it */
export function trustingServer(
  command: readonly string[],
  raw: RawServerOptions,
  io: Io,
): { readonly name: string; readonly server: Trusting; readonly headers: GivenHeaders } {
  const refuse = (why: string): never => {
    throw new McpcheckError("usage", `--auth: ${why}`);
  };
  if (raw.config !== undefined) refuse("tells one server whom to trust: give its command after --, or --url, not --config");
  if (raw.transport === "sse") refuse("authorization is judged over Streamable HTTP, not over HTTP+SSE");
  const headers = givenHeaders(raw.header);
  if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization"))
    refuse("brings its own tokens: leave the header Authorization out");
  if (command.length > 0 && raw.url !== undefined)
    refuse("give a command after --, or --url, not both: the file says where a command listens");
  if (raw.url !== undefined) return { name: publicUrl(raw.url), server: { url: raw.url }, headers };
  if (command.length === 0) refuse("give the command of an HTTP server after --, or --url");
  return { name: command.join(" "), server: { command, env: namedVariables(io.env, raw.env), cwd: raw.cwd }, headers };
}
