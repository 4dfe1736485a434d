import { basename } from "node:path";
import type { z } from "zod";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { dataFolder, type DataFolder, packageFolder } from "../../base/files/package-folder.ts";
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
export function loadMutants(directory?: string): MutantFolder {
  const folder = filesOf("server", directory);
  const pending = folder.names.find((name) => name === pendingName);
  return {
    mutants: readMutants(folder, mutantFile),
    pending: pending === undefined ? {} : parseJsonFile(folder.text(pending), folder.fileOf(pending), pendingFile),
  };
}

/** Reads and validates the wrong parsers of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadParserMutants(directory?: string): readonly ParserMutant[] {
  return readMutants(filesOf("parser", directory), parserMutantFile);
}

/** Reads and validates the wrong hosts of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadHostMutants(directory?: string): readonly HostMutant[] {
  return readMutants(filesOf("host", directory), hostMutantFile);
}

/** Reads and validates the wrong inference servers of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadModelMutants(directory?: string): readonly ModelMutant[] {
  return readMutants(filesOf("model", directory), modelMutantFile);
}

/** Reads and validates the wrong clients of a folder. @throws McpcheckError `usage` as `loadMutants` does */
export function loadClientMutants(directory?: string): readonly ClientMutant[] {
  return readMutants(filesOf("client", directory), clientMutantFile);
}

/** The mutants of a subject that come with mcpcheck, or those of another folder. */
function filesOf(subject: string, directory: string | undefined): DataFolder {
  return directory === undefined ? packageFolder(`mocks/mutants/${subject}`) : dataFolder(directory);
}

function readMutants<M extends Mutated>(folder: DataFolder, schema: z.ZodType<M>): readonly M[] {
  const mutants = folder.names
    .filter((name) => name !== pendingName)
    .map((name) => {
      const file = folder.fileOf(name);
      const mutant = parseJsonFile(folder.text(name), file, schema);
      const [check] = basename(file, ".json").split("~");
      if (mutant.mutates !== check)
        throw new McpcheckError("usage", `${file}#/mutates: is ${mutant.mutates}; the file should be named after it`);
      return mutant;
    });
  return mutants.toSorted((a, b) => (a.mutates < b.mutates ? -1 : 1));
}
