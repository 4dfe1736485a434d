import { type Tokens, tokenKinds } from "../../suite/token-kinds.ts";
import type { Finding } from "../../check/finding.ts";
import { checkById } from "../../check/registry.ts";
import { isAccusation } from "../../check/verdict.ts";
import { isProviderCheck } from "../../check/provider/provider-check.ts";
import type { MockScript } from "../../mock/script/script.ts";
import type { Hints } from "../server/hints.ts";
import { sideBySide } from "../side-by-side.ts";
import { judgeScript, type ProofSetup } from "./judge-script.ts";
import type { Accusation, CleanResult, MutantResult } from "./kill-matrix.ts";
import { type Mutant, type Place, placeName } from "./mutant.ts";
import { mutantScript } from "./mutant-script.ts";

/** A mock that keeps every rule, where that is to be shown, and the roles of its tools where they are not to be those of the reference mock. */
export type CleanSubject = { readonly script: MockScript; readonly transport: Place["transport"]; readonly hints?: Hints };

/** A mutant at one of its places. */
type Trial = { readonly mutant: Mutant; readonly place: Place };

/**
 * Judges every mutant at every place it names, `workers` at a time: most of the time goes by waiting for what a server must
 * not do. `baseOf` gives the script a mutant extends; `onResult` learns of each as it is there.
 */
export async function judgeMutants(
  setup: ProofSetup,
  mutants: readonly Mutant[],
  workers: number,
  baseOf: (id: string) => MockScript,
  onResult: (result: MutantResult) => void,
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  const trials = mutants.flatMap((mutant) => mutant.on.map((place): Trial => ({ mutant, place })));
  // Those that wait for a process longest begin first.
  const ordered = trials.toSorted((a, b) => weight(b.mutant) - weight(a.mutant));
  await sideBySide(ordered, workers, async ({ mutant, place }) => {
    if (setup.stop.aborted) return;
    const result = await judgeMutant(setup, mutant, place, mutantScript(baseOf(mutant.extends), mutant));
    results.push(result);
    onResult(result);
  });
  return results.toSorted((a, b) => order(a).localeCompare(order(b), "en"));
}

const weight = (mutant: Mutant): number => (mutant.process === true ? 1 : 0) + (mutant.mutates.startsWith("process.") ? 1 : 0);

const order = ({ mutant, place }: MutantResult): string => `${mutant.mutates} ${place} ${mutant.deviation}`;

async function judgeMutant(setup: ProofSetup, mutant: Mutant, place: Place, script: MockScript): Promise<MutantResult> {
  const selection = mutant.scenarios === undefined ? { check: mutant.mutates } : { suite: mutant.scenarios };
  const { findings, unspoken } = await judgeScript(ofProtocol(setup, mutant.mutates), {
    script,
    transport: place.transport,
    wanted: [place.revision],
    selection,
    process: mutant.process === true,
    headers: mutant.headers ?? {},
    ...(mutant.tokens === true ? { tokens: proofTokens } : {}),
  });
  const own = findings.find(({ check, revision }) => check === mutant.mutates && revision === place.revision);
  const why = checkById(mutant.mutates) === undefined ? noSuchCheck : unspoken.join("; ");
  const instead = own === undefined ? `it was not judged: ${why}` : `${own.verdict}: ${own.message}`;
  return { kind: "server", mutant, place: placeName(place), accusations: accusationsOf(findings), instead };
}

/** What everything is judged by: no rule of a provider but the one that is shown, for correct servers need not please all of them. */
const ofProtocol = (setup: ProofSetup, shown?: string): ProofSetup => ({
  ...setup,
  checks: setup.checks.filter(({ id }) => id === shown || !isProviderCheck(id)),
});

/** Tokens by which rules of a mock can tell their kinds. */
const proofTokens: Tokens = Object.fromEntries(tokenKinds.map((kind) => [kind, `mcpcheck-${kind}`]));

/** Said of a mutant whose check is not there, which a new one is only after a build. */
const noSuchCheck = "there is no such check; what `npm run build` has not seen is not there";

/** Judges every clean subject by everything there is, at every revision it speaks over the transport. */
export async function judgeClean(setup: ProofSetup, subjects: readonly CleanSubject[], workers: number): Promise<CleanResult[]> {
  const results: CleanResult[] = [];
  await sideBySide(subjects, workers, async ({ script, transport, hints }) => {
    if (setup.stop.aborted) return;
    const where = { script, transport, wanted: "all", selection: {}, process: false, headers: {} } as const;
    const run = hints === undefined ? where : { ...where, hints };
    const { findings } = await judgeScript(ofProtocol(setup), run);
    const base = { subject: script.id, place: transport, accusations: [...accusationsOf(findings), ...brokenPromises(findings)] };
    const judged = findings.filter(({ verdict }) => verdict === "pass").length;
    results.push(judged === 0 ? { ...base, judged, trouble: "nothing was judged" } : { ...base, judged });
  });
  const name = ({ subject, place }: CleanResult): string => `${subject} ${place}`;
  return results.toSorted((one, other) => name(one).localeCompare(name(other), "en"));
}

/** The accusations among findings: what failed or warned. */
export function accusationsOf(findings: readonly Finding[]): Accusation[] {
  return findings.filter(isAccusation).map(accusationOf);
}

/** What was promised and stayed untested: it fails the run of a server that did nothing wrong. */
function brokenPromises(findings: readonly Finding[]): Accusation[] {
  return findings.filter(({ verdict, promised }) => verdict === "untested" && promised).map(accusationOf);
}

const accusationOf = ({ check, revision, verdict, message }: Finding): Accusation => ({ check, revision, verdict, message });
