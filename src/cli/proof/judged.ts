import type { CleanName, ProofResults } from "../../run/proof/kill-matrix.ts";
import type { Io } from "../io.ts";

/** What kinds of subjects have checks that are proved. */
export const proofSubjects = ["server", "client", "parser", "host", "model"] as const;

/** A kind of subject whose checks are proved. */
export type ProofSubject = (typeof proofSubjects)[number];

/** What came of the mutants and the clean subjects of one kind. */
export type Judged = Pick<ProofResults, "mutants" | "clean">;

/** One of so many equal parts of what is proved of a subject, counted from 1. */
export type Share = { readonly part: number; readonly of: number };

/** Says of one thing after the other whether it belongs to a share. */
export function inShare({ part, of }: Share): () => boolean {
  let number = 0;
  return () => number++ % of === part - 1;
}

/** What a proof is asked for: which checks, and which clean subjects. */
export type ProofRequest = {
  /** Whether the wrong subjects of a check are to be judged: at all, or at a place of theirs. */
  readonly wants: (check: string, place?: string) => boolean;
  /** Which clean subjects are to be judged as well. */
  readonly wantsClean: (subject: CleanName) => boolean;
  readonly workers: number;
  /** Which part of the cases of hosts is driven, and of the wrong and the clean servers is judged. */
  readonly share: Share;
  readonly io: Io;
};
