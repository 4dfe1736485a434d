import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { suggestion } from "../../base/nearest.ts";
import type { Io } from "../io.ts";
import { listingText } from "../lists/listing.ts";
import { lists } from "../lists/lists.generated.ts";

/** What `--help` says of it. */
export const summary = "what there is: suites, checks, formats, mocks …";

/** `list`: what there is, as lines or as one JSON array. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<what>", Object.keys(lists).join(", "))
    .option("--json", "one JSON array")
    .action(async (what: string, options: { readonly json?: true }) => {
      const load = Object.hasOwn(lists, what) ? lists[what] : undefined;
      if (load === undefined) {
        const names = Object.keys(lists);
        throw new McpcheckError(
          "usage",
          `list: there is no list "${what}"${suggestion(what, names)} (there are ${names.join(", ")})`,
        );
      }
      const listing = await load();
      io.stdout(options.json === true ? `${JSON.stringify(listing.items, null, 2)}\n` : listingText(listing));
      if (listing.items.length === 0) io.stderr(`mcpcheck: this version has no ${what}\n`);
      done(0);
    });
}
