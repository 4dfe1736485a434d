import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { z } from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import type { Mutated } from "./kill-matrix.ts";
import { type Mutant, mutantFile, pendingFile } from "./mutant.ts";
import { type HostMutant, hostMutantFile } from "./host/host-mutant.ts";
import { type ModelMutant, modelMutantFile } from "./model/model-mutant.ts";
import { type ClientMutant, clientMutantFile } from "./client/client-mutant.ts";
import { type ParserMutant, parserMutantFile } from "./parser/parser-mutant.ts";
import { packageFile } from "../../base/files/package-file.ts";

/** Where the mutants that come with mcpcheck are. */
export const mutantFolder = packageFile("mocks/mutants/");

const pendingName = "pending.json";

/** What lies in a folder of mutants. */
export type MutantFolder = {
  /** Sorted by the check they violate. */
  readonly mutants: readonly Mutant[];
  /** Check id to the reason why there is no mutant for it. */
  readonly pending: Readonly<Record<string, string>>;
};

/**
 * Reads and validates a folder of mutants and the folders in it, each mutant in a file named after its check; what follows a `~` in the name tells
 * several mutants of one check apart.
 * @throws McpcheckError `usage` with file and JSON pointer for a file that is not a mutant or that has another name
 */
export function loadMutants(folder: string = join(mutantFolder, "server")): MutantFolder {
  const mutants = readMutants(folder, mutantFile);
  const pending = join(folder, pendingName);
  return { mutants, pending: existsSync(pending) ? parseJsonFile(readFileSync(pending, "utf8"), pending, pendingFile) : {} };
}

/** Reads and validates the wrong parsers of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadParserMutants(folder: string = join(mutantFolder, "parser")): readonly ParserMutant[] {
  return readMutants(folder, parserMutantFile);
}

/** Reads and validates the wrong hosts of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadHostMutants(folder: string = join(mutantFolder, "host")): readonly HostMutant[] {
  return readMutants(folder, hostMutantFile);
}

/** Reads and validates the wrong inference servers of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadModelMutants(folder: string = join(mutantFolder, "model")): readonly ModelMutant[] {
  return readMutants(folder, modelMutantFile);
}

/** Reads and validates the wrong clients of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadClientMutants(folder: string = join(mutantFolder, "client")): readonly ClientMutant[] {
  return readMutants(folder, clientMutantFile);
}

function readMutants<M extends Mutated>(folder: string, schema: z.ZodType<M>): readonly M[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => path.endsWith(".json") && path !== pendingName).map((path) => join(folder, path));
  const mutants = files.map((file) => {
    const mutant = parseJsonFile(readFileSync(file, "utf8"), file, schema);
    const [check] = basename(file, ".json").split("~");
    if (mutant.mutates !== check)
      throw new McpcheckError("usage", `${file}#/mutates: is ${mutant.mutates}; the file should be named after it`);
    return mutant;
  });
  return mutants.toSorted((a, b) => (a.mutates < b.mutates ? -1 : 1));
}
