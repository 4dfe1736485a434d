import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { suggestion } from "../../base/nearest.ts";
import { behaviours } from "../explain/behaviour.ts";
import { checks } from "../explain/check.ts";
import type { Explainable } from "../explain/explained.ts";
import { extensionStatements } from "../explain/extension-statement.ts";
import { requirements } from "../explain/requirement.ts";
import type { Io } from "../io.ts";

/** What can be explained, by the form of its ids; whatever has none of these forms is taken for a check. */
const kinds: readonly (readonly [RegExp, Explainable])[] = [
  [/^B[0-9X]-/i, behaviours],
  [/^\d{4}-/, requirements],
  [/^[a-z]+-\d{3}$/, extensionStatements],
];

/** What `--help` says of it. */
export const summary = "what a check means and how to fix it";

/** `explain`: what an id of a report or a list means, where that stands, what holds it, how to see it. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument(
      "<id>",
      "a check as reports show it (area.behaviour), a behaviour of hosts (B0-188), a requirement of the specification (2025-11-25-0214), or a statement of an extension (apps-016)",
    )
    .option("--json", "one JSON object")
    .action((id: string, options: { readonly json?: true }) => {
      const kind = kinds.find(([form]) => form.test(id))?.[1] ?? checks;
      const found = kind.explain(id);
      if (found === undefined) {
        const hint = `${suggestion(id, kind.ids())} (mcpcheck ${kind.listedBy} shows them)`;
        throw new McpcheckError("usage", `explain: no ${kind.noun} has the id "${id}"${hint}`);
      }
      io.stdout(options.json === true ? `${JSON.stringify(found.json, null, 2)}\n` : found.text);
      done(0);
    });
}
