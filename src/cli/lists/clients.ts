import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../base/files/package-file.ts";
import type { Listing, ListItem } from "./listing.ts";

/** How every driver says what it is, and in the line after that how it is judged. */
const said =
  /A driver for `mcpcheck run client` around (?:the client of )?(.+?)(?:, in both eras)?:\s\W*(mcpcheck run client .+)/;

/** The clients that a driver comes with: small programs around libraries, and how each is judged. */
export function listClients(): Listing {
  const folder = packageFile("examples/clients");
  const items = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .filter((name) => /\.(?:mjs|py|go|rs|java)$/.test(name))
    .flatMap((name): ListItem[] => {
      const path = name.replaceAll("\\", "/");
      const [, title, command] = said.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      if (title === undefined || command === undefined) return [];
      return [{ id: path.split(/[/.]/)[0] ?? path, title, command, driver: `examples/clients/${path}` }];
    });
  return { items, columns: ["title", "driver"] };
}
