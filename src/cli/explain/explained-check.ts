import { matchesGlob } from "../../base/glob/matches-glob.ts";
import type { Attribution } from "../../run/attribution/attribution.ts";
import { loadAttributions } from "../../run/attribution/load-attributions.ts";
import type { HostCase } from "../../run/host/case/host-case.ts";
import { loadHostSuites } from "../../run/host/case/load.ts";
import { loadChainSuites } from "../../run/model/chain/load-chain-suites.ts";
import { type CatalogEntry, catalog } from "../catalog.ts";
import type { Example, Sighting } from "./example.ts";
import { type Fixes, fixesOf } from "./fixes.ts";
import { loadRecordings } from "./load-recordings.ts";
import { type Related, relations } from "./related.ts";
import { reasonOf } from "./why.ts";

/** A library that behaves so by itself: its servers inherit the finding. */
export type Inherited = { readonly sdk: string; readonly note: string; readonly source: string };

/** What real clients do when they meet the violation of a check of servers. */
export type Suffered = Sighting & { readonly check: string };

/** A case of hosts as its suite has it: what the model says, what is done, what is expected of it. */
export type ShownCase = {
  readonly turns: readonly object[];
  readonly steps: readonly object[];
  readonly expect: readonly object[];
};

/** Everything there is to know of a check, whatever its subject. */
export type ExplainedCheck = CatalogEntry & {
  /** Why it matters. */
  readonly why: string;
  /** Whom a violation concerns. */
  readonly concerns: string;
  /** Real programs that violate it, as was found when they were judged and read beside the specification. */
  readonly seen: Sighting | undefined;
  /** Of checks of servers: real clients that were judged with such a server, and what they did. */
  readonly suffered: readonly Suffered[];
  /** Libraries that bring it along. */
  readonly inherited: readonly Inherited[];
  /** Sessions in which it was kept and broken; empty where `noExamples` says why. */
  readonly good: readonly Example[];
  readonly bad: readonly Example[];
  readonly noExamples: string | undefined;
  /** Of cases of hosts: the case itself, which is its own example. */
  readonly case: ShownCase | undefined;
  /** Code that mends it. */
  readonly fixes: Fixes;
  /** Checks that are looked at together with it, nearest first. */
  readonly related: readonly Related[];
};

/** Why nothing was recorded of the checks of a kind of subject. */
const unrecorded: Readonly<Record<string, string>> = {
  host: "A case of hosts is its own example: what keeps to all it expects is right, and what misses any of it is wrong.",
  parser:
    "Each format has its own bytes: `mcpcheck run parser` replays the corpora, and a finding shows input, expected and actual reading.",
  fuzz: "Its inputs are made at random: a finding shows the smallest input that broke the server, and the seed to see it again.",
  unbuilt: "The recordings are not here; `npm run build` makes them.",
};

/** Explains the checks of a catalog; what they have in common is read once. */
export function explainer(all: readonly CatalogEntry[]): (entry: CatalogEntry) => ExplainedCheck {
  const recordings = loadRecordings();
  const isBuilt = Object.keys(recordings).length > 0;
  const attributions = loadAttributions();
  const hostCases = new Map(
    [...loadHostSuites(), ...loadChainSuites()].flatMap(({ cases }) => cases).map((one) => [one.id, one]),
  );
  const related = relations(all);
  return (entry) => {
    const { id, subject } = entry;
    const { good, bad, seen } = recordings[id] ?? { good: [], bad: [], seen: undefined };
    const { why, whom, clients = [] } = reasonOf(entry);
    return {
      ...entry,
      why,
      concerns: whom,
      seen,
      suffered: clients.flatMap((check) => {
        const met = recordings[check]?.seen;
        return met === undefined ? [] : [{ check, ...met }];
      }),
      inherited: subject === "server" ? inheritedIn(attributions, id) : [],
      good,
      bad,
      noExamples:
        good.length > 0 && bad.length > 0 ? undefined : (unrecorded[subject] ?? unrecorded[isBuilt ? "fuzz" : "unbuilt"]),
      case: shownCase(hostCases.get(id)),
      fixes: subject === "server" ? fixesOf(id) : { with: [], none: [] },
      related: related(entry),
    };
  };
}

function inheritedIn(attributions: readonly Attribution[], check: string): Inherited[] {
  return attributions.flatMap(({ sdk, behaviours }) =>
    behaviours
      .filter(({ checks }) => checks.some((glob) => matchesGlob(glob, check, true)))
      .map(({ note, source }) => ({ sdk, note, source })),
  );
}

function shownCase(found: HostCase | undefined): ShownCase | undefined {
  return found && { turns: found.turns ?? [], steps: found.steps ?? [], expect: found.expect ?? [] };
}

/** Explains a check by its id; undefined where there is none. */
export function explainedCheck(id: string): ExplainedCheck | undefined {
  const all = catalog();
  const found = all.find((entry) => entry.id === id);
  return found && explainer(all)(found);
}
