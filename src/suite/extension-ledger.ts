import type { Revision } from "../spec/revision.ts";
import type { Disposition } from "./ledger.ts";

/** Whom a statement of an extension binds. Views and sandboxes are those of MCP Apps. */
export const extensionActors = ["server", "client", "host", "both", "view", "sandbox"] as const;

/**
 * A normative statement of an extension: the anchor of its section, how it binds whom, what it says in our words, and what becomes
 * of it.
 */
export type ExtensionStatement = Disposition & {
  readonly at: string;
  readonly level: string;
  readonly actor: (typeof extensionActors)[number];
  readonly says: string;
};

/** The ledger of one extension: suites/requirements/extensions/<key>.json. */
export type ExtensionLedger = {
  /** Its identifier, as capabilities declare it. */
  readonly extension: string;
  readonly title: string;
  /** The page its statements are on, and which edition of it was read. */
  readonly page: string;
  readonly edition: string;
  /** The earliest revision it can be negotiated in. */
  readonly since: Revision;
  /** By id, in the order of the page. */
  readonly rows: Readonly<Record<string, ExtensionStatement>>;
};

/** What becomes of a statement, without what it says. */
export function dispositionOf(row: ExtensionStatement): Disposition {
  const { at: _, level: __, actor: ___, says: ____, ...disposition } = row;
  return disposition;
}

/** The dispositions of an extension as a ledger: what rules hold for ledgers hold for them too. */
export function asRows({ rows }: ExtensionLedger): { readonly rows: Readonly<Record<string, Disposition>> } {
  return { rows: Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, dispositionOf(row)])) };
}
