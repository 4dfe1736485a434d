import type { Approvals } from "../policy/approval.ts";

/** What a session remembers of its model's tools between requests. */
export type SessionMemory = {
  /** Full names of tools that were discovered. */
  readonly active: Set<string>;
  /** The definitions tools had when the model first saw them, by full name. */
  readonly pinned: Map<string, string>;
  /** What a person was asked and wants kept: for what the profile asks about, and for definitions that changed. */
  readonly approvals: Map<string, Approvals>;
  /** Who can be asked at this moment: requests of one session follow each other. */
  ask: ((prompt: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
};

/** A memory with nothing in it. */
export function newMemory(): SessionMemory {
  return { active: new Set(), pinned: new Map(), approvals: new Map(), ask: undefined };
}
