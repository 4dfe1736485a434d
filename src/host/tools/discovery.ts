import { cutForPerson } from "../policy/show/limits.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import { matchesDiscovery } from "./discovery-match.ts";
import type { Route } from "./routing-table.ts";

/** What a discovery looks at. */
export type DiscoverySetup = {
  readonly pattern: string;
  readonly routes: readonly Route[];
  /** Full names the model already has. */
  readonly active: ReadonlySet<string>;
  /** Most tools that are named. */
  readonly cap: number;
  /** Servers asked, in order, and why some gave no tools. */
  readonly servers: readonly { readonly name: string; readonly error?: string }[];
  readonly settings: HostProfile["tools"];
};

/** The names that become callable, and the text the model gets. */
export type Discovery = { readonly added: readonly string[]; readonly text: string };

/** Finds tools for a model: the first that match, in the order of servers and of their lists. */
export function discover({ pattern, routes, active, cap, servers, settings }: DiscoverySetup): Discovery {
  const matching = matchingRoutes(pattern, routes, settings);
  const named = matching.slice(0, cap);
  const hidden = matching.length - named.length;
  const known = named.filter(({ fullName }) => active.has(fullName)).length;
  const failed = servers.filter(({ error }) => error !== undefined);
  const lines = [
    ...(named.length === 0 ? nothing(pattern, servers) : found(pattern, named, known, settings.discoveryDescription)),
    ...(settings.reportHidden && hidden > 0 ? [`(${hidden} more; use a narrower pattern to see them)`] : []),
    ...failed.map(({ name, error }) => `Server ${name} could not be asked: ${error}`),
    ...(named.length > known ? ["The tools named here can be called now."] : []),
  ];
  return {
    added: named.flatMap(({ fullName }) => (active.has(fullName) ? [] : [fullName])),
    text: lines.join("\n"),
  };
}

/** The tools a pattern means, in order. */
export function matchingRoutes(pattern: string, routes: readonly Route[], settings: HostProfile["tools"]): readonly Route[] {
  return routes.filter(({ fullName, tool }) => matchesDiscovery(settings.discoveryMatch, pattern, fullName, tool.name));
}

function found(pattern: string, named: readonly Route[], known: number, most: number): readonly string[] {
  const already = known > 0 ? ` (${known} already available)` : "";
  return [
    `Found ${named.length} tools matching '${pattern}'${already}:`,
    ...named.map(
      ({ fullName, tool }) => `- ${fullName}${tool.description === "" ? "" : `: ${cutForPerson(tool.description, most)}`}`,
    ),
  ];
}

function nothing(pattern: string, servers: DiscoverySetup["servers"]): readonly string[] {
  const searched = servers.map(({ name }) => name).join(", ");
  return [
    `No tools match '${pattern}'. Servers searched: ${searched === "" ? "none" : searched}.`,
    "Try another pattern, such as a single word between asterisks, or * for everything.",
  ];
}
