import { join } from "node:path";
import { freshenRegistries } from "../../scripts/registries/write.ts";

/** What vitest does before all tests: the files that name what folders hold are brought up to date, so that a new file is tested. */
export function setup(): void {
  freshenRegistries(join(import.meta.dirname, "../.."), process.env);
}
