/** The published protocol revisions, oldest first (https://modelcontextprotocol.io/specification/versioning). */
export const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

/** One published protocol revision, as it is written in `protocolVersion`. */
export type Revision = (typeof revisions)[number];

/**
 * How a revision opens a conversation: `stateful` revisions start with `initialize` and keep a session, `stateless` ones
 * carry everything in the `_meta` envelope of each request.
 */
export type Era = "stateful" | "stateless";

/** The era a revision belongs to. */
export function eraOf(revision: Revision): Era {
  return revision >= "2026-07-28" ? "stateless" : "stateful";
}

/** Whether a string is the name of a revision mcpcheck knows. */
export function isRevision(text: unknown): text is Revision {
  return (revisions as readonly unknown[]).includes(text);
}

/** The form of the names of revisions (https://modelcontextprotocol.io/docs/learn/versioning), and what drafts of them were called. */
const versionForm = /^(\d{4}-\d{2}-\d{2}|DRAFT-)/;

/** Whether a text can be what is agreed on by `initialize`: the name of a version that has it, or of one mcpcheck does not know. */
export function isHandshakeVersion(text: string): boolean {
  return versionForm.test(text) && !(isRevision(text) && eraOf(text) === "stateless");
}

/** Whether a value is a list of texts of which one can be the name of a version. */
export function namesVersions(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === "string") && value.some((one: string) => versionForm.test(one))
  );
}

/** Whether `revision` lies in a range given as first and last revision, both inclusive and both optional. */
export function inRange(revision: Revision, since?: Revision, until?: Revision): boolean {
  return (since === undefined || revision >= since) && (until === undefined || revision <= until);
}
