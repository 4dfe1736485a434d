import { z } from "zod";
import { mutantFile } from "./mutant.ts";

/** The JSON Schema of a mutant file, for editors; mocks/mutants.schema.json holds its text. */
export function mutantJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(mutantFile, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A mutant of a mock server of mcpcheck", ...rest };
}
