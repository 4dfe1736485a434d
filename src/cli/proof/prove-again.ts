import { type CleanName, killMatrix } from "../../run/proof/kill-matrix.ts";
import type { Judged, ProofRequest, ProofSubject } from "./judged.ts";
import { proveHere } from "./prove.ts";

/** The results of a proof, and which checks and clean subjects were judged again for them. */
export type Settled = { readonly judged: Judged; readonly again: readonly string[] };

type Prove = (subjects: readonly ProofSubject[], request: ProofRequest) => Promise<Judged>;

/** So many are judged at a time where most of the time is waited. */
const few = 4;

/**
 * Judges once more, a few at a time, what did not come out as it should while many were judged beside it, and what is still in doubt then once
 * more by itself: many checks wait a limited time for something to happen, and a busy machine must not decide. What comes out last counts.
 */
export async function proveAgain(
  first: Judged,
  subjects: readonly ProofSubject[],
  request: ProofRequest,
  prove: Prove = proveHere,
): Promise<Settled> {
  const { judged, again } = await proveDoubtful(first, subjects, { ...request, workers: few }, prove);
  const alone = await proveDoubtful(judged, subjects, { ...request, workers: 1 }, prove);
  return { judged: alone.judged, again };
}

async function proveDoubtful(
  first: Judged,
  subjects: readonly ProofSubject[],
  request: ProofRequest,
  prove: Prove,
): Promise<Settled> {
  const doubtful = doubtsOf(first);
  const accused = first.clean.filter(({ accusations, trouble }) => accusations.length > 0 || trouble !== undefined);
  if ((doubtful.checks.size === 0 && accused.length === 0) || request.io.interrupted.aborted) return { judged: first, again: [] };
  const wantsClean = (name: CleanName): boolean => accused.some((one) => isSame(one, name));
  const second = await prove(subjects, { ...request, wants: doubtful.has, wantsClean });
  // What the second time gave nothing on stands as it was: nothing is lost on the way.
  const redone = new Set(second.mutants.map(({ mutant, place }) => at(mutant.mutates, place)));
  const mutants = [...first.mutants.filter(({ mutant, place }) => !redone.has(at(mutant.mutates, place))), ...second.mutants];
  const clean = first.clean.map((one) => {
    const other = second.clean.find((judged) => isSame(judged, one));
    if (other === undefined) return one;
    const { trouble: _before, ...kept } = one;
    const trouble = other.trouble === undefined ? {} : { trouble: other.trouble };
    const accusations = [...one.accusations.filter(({ check }) => !doubtful.checks.has(check)), ...other.accusations];
    return { ...kept, ...trouble, accusations };
  });
  const again = [...doubtful.checks, ...accused.map(({ subject, place }) => `${subject} (${place})`)];
  return { judged: { mutants, clean }, again: again.toSorted() };
}

const isSame = (one: CleanName, other: CleanName): boolean => one.subject === other.subject && one.place === other.place;

const at = (check: string, place: string): string => `${check} ${place}`;

/** The checks that are in doubt, and whether one of them is, at a place or anywhere. */
type Doubts = { readonly checks: ReadonlySet<string>; readonly has: (check: string, place?: string) => boolean };

/**
 * In doubt are checks where their wrong subjects survived or were accused by another check, and as a whole those that a file names as violated
 * too and that accused it nowhere, and those that accused a clean subject.
 */
function doubtsOf({ mutants, clean }: Judged): Doubts {
  const { kills, idle } = killMatrix({ mutants, clean, pending: {} });
  const wrong = kills.filter(({ caught, astray }) => !caught || astray.length > 0);
  const places = new Set(wrong.map(({ check, place }) => at(check, place)));
  const whole = new Set([
    ...idle.map(({ mutant }) => mutant),
    ...clean.flatMap(({ accusations }) => accusations.map(({ check }) => check)),
  ]);
  const checks = new Set([...whole, ...wrong.map(({ check }) => check)]);
  return {
    checks,
    has: (check, place) => (place === undefined ? checks.has(check) : whole.has(check) || places.has(at(check, place))),
  };
}
