import * as z from "zod";
import { modelScript } from "./model-script.ts";

/** The JSON Schema of a model script, for editors; mocks/models/model.schema.json holds its text. */
export function modelJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(modelScript, { target: "draft-2020-12", io: "input" });
  return { $schema, title: "A fake model of mcpcheck", ...rest };
}
