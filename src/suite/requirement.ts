import type { Revision } from "../spec/revision.ts";

/** Who a statement of the specification is addressed to. */
const addressees = ["server", "client", "both", "authserver", "other"] as const;

/**
 * By what a statement could be shown, as its reader judged it: by servers (S), clients (C), both (B) or authorization servers (AS),
 * as they are (0) or only when something provokes it (1); N: not from outside.
 */
const testabilities = ["S0", "S1", "C0", "C1", "B0", "B1", "AS", "N"] as const;

/** A row of the index of normative statements: where it is and how strongly it binds, without its text. */
export type Requirement = {
  readonly id: string;
  readonly revision: Revision;
  readonly level: string;
  readonly area: string;
  /** The page below the specification of its revision, `schema.ts`, or `(docs)…` for a page outside of it. */
  readonly page: string;
  /** The headings it is below, outermost first, separated by " > ". */
  readonly section: string;
  readonly actor: (typeof addressees)[number];
  readonly testable: (typeof testabilities)[number];
};

/** The id of a requirement: its revision and its number in the order of the pages. */
const requirementId = /^\d{4}-\d{2}-\d{2}-\d{4}$/;

const header = "id\tlevel\tarea\tpage\tsection\tactor\ttestable";

/**
 * The rows of an index file (tab-separated, with a head).
 * @throws Error with the number of the line that has no such row
 */
export function readIndex(text: string, revision: Revision): Requirement[] {
  const [head, ...lines] = text.trimEnd().split("\n");
  if (head !== header) throw new Error(`line 1: expected the columns ${header.replaceAll("\t", ", ")}`);
  return lines.map((line, index) => {
    const [id = "", level = "", area = "", page = "", section = "", actor, testable, ...more] = line.split("\t");
    const addressee = addressees.find((one) => one === actor);
    const shown = testabilities.find((one) => one === testable);
    if (!id.startsWith(`${revision}-`) || !requirementId.test(id))
      throw new Error(`line ${index + 2}: ${id} is not an id of ${revision}`);
    if (addressee === undefined || shown === undefined || more.length > 0)
      throw new Error(`line ${index + 2}: expected seven columns with an addressee and a testability that exist`);
    return { id, revision, level, area, page, section, actor: addressee, testable: shown };
  });
}

/** Whether a keyword makes a statement a duty, so that breaking it is a failure. */
export function isDuty(level: string): boolean {
  return level.startsWith("MUST") || level.startsWith("SHALL") || level === "REQUIRED";
}
