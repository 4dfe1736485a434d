/** What a session remembers of its model's tools between requests. */
export type SessionMemory = {
  /** Full names of tools that were discovered. Row B0-114. */
  readonly active: Set<string>;
  /** The definitions tools had when the model first saw them, by full name. Row BX-007. */
  readonly pinned: Map<string, string>;
  /** Answers a person wants kept: whether calls of a tool are allowed. Row B2-046. */
  readonly answers: Map<string, "always" | "never">;
};

/** A memory with nothing in it. */
export function newMemory(): SessionMemory {
  return { active: new Set(), pinned: new Map(), answers: new Map() };
}
