import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Negotiated, Spoken } from "../../run/server/negotiate.ts";
import { walkList } from "../../run/server/surface.ts";
import { asObject } from "../../jsonrpc/json.ts";
import { type Surface, surfaceLists } from "../../surface/surface.ts";
import { surfaceOfTrace } from "../../surface/surface-of-trace.ts";
import type { Io } from "../io.ts";
import type { ServerEntry } from "../server/server-entry.ts";
import { type Visit, visitServer } from "../server/visit-server.ts";

/**
 * What a server shows now, at the newest revision it speaks of those that are wanted.
 * @throws McpcheckError `subject` where it cannot be reached, or does not list what it declares
 */
export async function liveSurface(entry: ServerEntry, visit: Visit, io: Io): Promise<Surface> {
  const { value: revision, trace } = await visitServer(entry, visit, io, async (negotiated, { stop }) => {
    const newest = newestOf(negotiated);
    const { session } = newest.main;
    const declared = asObject(newest.announced["capabilities"]);
    const wanted = surfaceLists.filter((list) => declared[list === "resourceTemplates" ? "resources" : list] !== undefined);
    await Promise.all(wanted.map(async (list) => await walkList(session, list, stop)));
    return newest.revision;
  });
  const surface = surfaceOfTrace(trace, revision);
  const missing = surfaceLists.filter((list) => surface?.[list] === undefined);
  if (surface === undefined || missing.length > 0)
    throw new McpcheckError(
      "subject",
      `${entry.name}: it declares ${missing.join(" and ")}, and does not list them to the end: there is no whole surface (mcpcheck run server says more)`,
    );
  return surface;
}

/** The newest revision that is spoken. */
export function newestOf(negotiated: readonly Negotiated[]): Spoken {
  const spoken = negotiated.flatMap((one) => one.spoken ?? []).toSorted((a, b) => (a.revision < b.revision ? -1 : 1));
  const newest = spoken.at(-1);
  if (newest === undefined) throw new McpcheckError("harness", "a server that speaks nothing was visited");
  return newest;
}
