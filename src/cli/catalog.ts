import { citationAt } from "../check/citation.ts";
import { modelChecks } from "../check/model/model-checks.ts";
import { checks } from "../check/registry.ts";
import type { Level } from "../check/check.ts";
import {
  type Coverage,
  coverageOf,
  extensionCoverageOf,
  loadBeyond,
  loadExtensionLedgers,
  loadLedgers,
} from "../run/suites/load-ledger.ts";
import { clientPromises, loadClientSuites } from "../run/client/scenario/load.ts";
import { loadSuites } from "../run/suites/load-suites.ts";
import { ownFuzzChecks } from "../fuzz/server/fuzz-checks.ts";
import { loadChainSuites } from "../run/model/chain/load-chain-suites.ts";
import { hostBehaviours } from "../run/host/case/docs.ts";
import { levelOf } from "../run/host/judge.ts";
import { loadHostSuites } from "../run/host/case/load.ts";
import { parserChecks } from "../check/parser/parser-checks.ts";
import { revisions } from "../spec/revision.ts";

/** What a check declares and what rests on it, whatever its subject: what `list checks` shows. `explain` says more. */
export type CatalogEntry = {
  /** `area.behaviour`, stable. */
  readonly id: string;
  /** The statement, as a sentence that is true of a conforming subject. */
  readonly title: string;
  readonly subject: string;
  readonly level: Level;
  readonly transports: readonly string[] | undefined;
  readonly capability: string | undefined;
  /** How to fix it, for the author of the subject. */
  readonly advice: string;
  /** Which readings are accepted, where the specification contradicts itself or leaves a gap. */
  readonly tolerance: string | undefined;
  /** Why it is judged only where `--check` chooses it. */
  readonly onRequest: string | undefined;
  /** Where the statement stands, by revision or by the wire of a model; by `any` for what neither says. */
  readonly urls: Readonly<Record<string, string>>;
  /** Ids of the requirement index it covers, by revision. */
  readonly requirements: Readonly<Record<string, readonly string[]>>;
  /** The same of those it covers in part. */
  readonly requirementsInPart: Readonly<Record<string, readonly string[]>>;
  /** The statements of extensions it covers, and those it covers in part. */
  readonly extensions: readonly string[];
  readonly extensionsInPart: readonly string[];
  /** What it rests on when that is not a statement of the index: the schema, a standard, a sentence without keyword. */
  readonly beyond: string | undefined;
  /** Ids of the behaviours of hosts it holds; empty for anything but host cases. */
  readonly behaviours: readonly string[];
  /** Scenarios that promise a conclusion on it. */
  readonly scenarios: readonly string[];
};

/** Every check of every subject, sorted by id. */
export function catalog(): CatalogEntry[] {
  const covered = coverageOf(loadLedgers());
  const ofExtensions = extensionCoverageOf(loadExtensionLedgers());
  const beyond = loadBeyond();
  const { promises } = loadSuites();
  const forClients = clientPromises(loadClientSuites());
  const protocol = [...checks, ...ownFuzzChecks].map((check): CatalogEntry => ({
    id: check.id,
    title: check.title,
    subject: check.subject,
    level: check.level,
    transports: check.transports,
    capability: check.capability,
    advice: check.advice,
    tolerance: check.tolerance,
    onRequest: check.onRequest,
    urls: Object.fromEntries(
      revisions.flatMap((revision) => {
        const url = citationAt(check.spec, revision);
        return url === undefined ? [] : [[revision, url]];
      }),
    ),
    ...coverage(covered.get(check.id)),
    extensions: ofExtensions.get(check.id)?.held ?? [],
    extensionsInPart: ofExtensions.get(check.id)?.partial ?? [],
    beyond: beyond.reasons[beyond.checks[check.id] ?? ""],
    behaviours: [],
    scenarios: (check.subject === "client" ? forClients : promises).get(check.id) ?? [],
  }));
  const parser = parserChecks.map(({ id, title, level, spec, advice }): CatalogEntry => ({
    id,
    title,
    subject: "parser",
    level,
    transports: undefined,
    capability: undefined,
    advice,
    tolerance: undefined,
    onRequest: undefined,
    urls: { any: spec },
    ...coverage(undefined),
    ...noExtensions,
    beyond: undefined,
    behaviours: [],
    scenarios: [],
  }));
  return [...protocol, ...parser, ...hostEntries(covered), ...modelEntries()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const noExtensions = { extensions: [], extensionsInPart: [] } as const;

function coverage(found: Coverage | undefined): Pick<CatalogEntry, "requirements" | "requirementsInPart"> {
  return { requirements: found?.held ?? {}, requirementsInPart: found?.partial ?? {} };
}

/** The checks of inference servers, whose statements are in the documentation of an API, or in ours. */
function modelEntries(): CatalogEntry[] {
  return modelChecks.map(({ id, title, subject, level, spec, advice }): CatalogEntry => ({
    id,
    title,
    subject,
    level,
    transports: undefined,
    capability: undefined,
    advice,
    tolerance: undefined,
    onRequest: undefined,
    urls: new Set(Object.values(spec)).size === 1 ? { any: Object.values(spec)[0] ?? "" } : spec,
    ...coverage(undefined),
    ...noExtensions,
    beyond: undefined,
    behaviours: [],
    scenarios: [],
  }));
}

/** The cases of the host suites: each is a check of its own. */
function hostEntries(covered: ReadonlyMap<string, Coverage>): CatalogEntry[] {
  return [...loadHostSuites(), ...loadChainSuites()].flatMap((suite) =>
    suite.cases.map((one): CatalogEntry => ({
      id: one.id,
      title: one.title,
      subject: "host",
      level: levelOf(one),
      transports: undefined,
      capability: undefined,
      advice: one.advice ?? suite.advice,
      tolerance: undefined,
      onRequest: undefined,
      urls: { any: `${hostBehaviours}#${suite.id}` },
      ...coverage(covered.get(one.id)),
      ...noExtensions,
      beyond: undefined,
      behaviours: one.rows,
      scenarios: [`${suite.id}/${one.id}`],
    })),
  );
}
