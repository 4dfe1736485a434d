import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { revisions } from "../../spec/revision.ts";
import type { Surface } from "../../surface/surface.ts";
import type { Io } from "../io.ts";
import { readLimits } from "../run-options.ts";
import { addServerOptions, confinementOf, entriesOf, givenServer, type RawServerOptions } from "../server/server-options.ts";
import type { Visit } from "../server/visit-server.ts";
import { liveSurface } from "./live-surface.ts";

/** The options of those that visit a server, as commander hands them over. */
export type RawVisitOptions = RawServerOptions & { readonly timeout: string; readonly budget: string };

/** Where a surface is kept when nobody names a file. */
export const usualFile = "mcp-surface.json";

/** Adds what names a server and says how long it is waited for. */
export function addVisitOptions(command: Command): Command {
  return addServerOptions(command)
    .option("--spec <revision>", `the revision to speak: ${revisions.join(", ")}; default the newest the server speaks`, "auto")
    .option("--timeout <ms>", "how long one exchange may take", "10000")
    .option("--budget <ms>", "how long the whole server may take", "120000");
}

/** How the named server is visited. @throws McpcheckError `usage` */
export function visitOf(raw: RawVisitOptions, io: Io): Visit {
  return { ...readLimits(raw), cwd: raw.cwd, sandbox: confinementOf(raw, io) };
}

/** The surface of the one server that was named. @throws McpcheckError `usage` where none or several were */
export async function surfaceOf(words: readonly string[], options: RawVisitOptions, io: Io): Promise<Surface> {
  const { command, raw } = givenServer(words, options);
  const [entry, ...more] = await entriesOf(command, raw, io);
  if (entry === undefined || more.length > 0)
    throw new McpcheckError("usage", `${raw.config ?? "the servers"}: name one of the servers with --name`);
  return await liveSurface(entry, visitOf(raw, io), io);
}
