import * as z from "zod";
import { clientMutantFile } from "./client/client-mutant.ts";
import { hostMutantFile } from "./host/host-mutant.ts";
import { modelMutantFile } from "./model/model-mutant.ts";
import { mutantFile } from "./mutant.ts";
import { parserMutantFile } from "./parser/parser-mutant.ts";

/** The JSON Schema of a mutant file, for editors; mocks/mutants.schema.json holds its text. */
export function mutantJsonSchema(): object {
  return titled(mutantFile, "A mutant of a mock server of mcpcheck");
}

/** The same for a wrong parser; mocks/parser-mutants.schema.json holds its text. */
export function parserMutantJsonSchema(): object {
  return titled(parserMutantFile, "A mutant of the reference parser of mcpcheck");
}

/** The same for a wrong client; mocks/client-mutants.schema.json holds its text. */
export function clientMutantJsonSchema(): object {
  return titled(clientMutantFile, "A mutant of the reference client of mcpcheck");
}

/** The same for a wrong host; mocks/host-mutants.schema.json holds its text. */
export function hostMutantJsonSchema(): object {
  return titled(hostMutantFile, "A mutant of the reference host of mcpcheck");
}

/** The same for a wrong inference server; mocks/model-mutants.schema.json holds its text. */
export function modelMutantJsonSchema(): object {
  return titled(modelMutantFile, "A mutant of the stand-in for an inference server");
}

function titled(shape: z.ZodType, title: string): object {
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: "draft-2020-12", io: "input" });
  return { $schema, title, ...rest };
}
