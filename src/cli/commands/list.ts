import type { Command } from "commander";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { suggestion } from "../../nearest.ts";
import type { Io } from "../io.ts";
import { type Listing, listingText } from "../lists/listing.ts";

/** What can be listed; each list is loaded only when it is asked for. */
const lists: Readonly<Record<string, () => Promise<Listing>>> = {
  suites: async () => (await import("../lists/suites.ts")).listSuites(),
  checks: async () => (await import("../lists/checks.ts")).listChecks(),
  formats: async () => (await import("../lists/formats.ts")).listFormats(),
  mocks: async () => (await import("../lists/mocks.ts")).listMocks(),
  models: async () => (await import("../lists/models.ts")).listModels(),
  families: async () => (await import("../lists/families.ts")).listFamilies(),
  profiles: async () => (await import("../lists/profiles.ts")).listProfiles(),
  revisions: async () => (await import("../lists/revisions.ts")).listRevisions(),
};

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
