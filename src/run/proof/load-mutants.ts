import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { parseJsonFile } from "../../parse-json-file.ts";
import { type Mutant, mutantFile, pendingFile } from "./mutant.ts";

/** Where the mutants that come with mcpcheck are. */
export const mutantFolder = fileURLToPath(new URL("../../../mocks/mutants/", import.meta.url));

const pendingName = "pending.json";

/** What lies in a folder of mutants. */
export type MutantFolder = {
  /** Sorted by the check they violate. */
  readonly mutants: readonly Mutant[];
  /** Check id to the reason why there is no mutant for it. */
  readonly pending: Readonly<Record<string, string>>;
};

/**
 * Reads and validates a folder of mutants, each in a file named after its check.
 * @throws McpcheckError `usage` with file and JSON pointer for a file that is no mutant or that has another name
 */
export function loadMutants(folder: string = mutantFolder): MutantFolder {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== pendingName);
  const mutants = names.toSorted().map((name) => {
    const file = join(folder, name);
    const mutant = parseJsonFile(readFileSync(file, "utf8"), file, mutantFile);
    if (mutant.mutates !== basename(name, ".json"))
      throw new McpcheckError("usage", `${file}#/mutates: is ${mutant.mutates}; the file should be named after it`);
    return mutant;
  });
  const pending = join(folder, pendingName);
  return { mutants, pending: existsSync(pending) ? parseJsonFile(readFileSync(pending, "utf8"), pending, pendingFile) : {} };
}
