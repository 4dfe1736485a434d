import * as z from "zod";
import { mockScript } from "./script.ts";

/** The JSON Schema of a mock script, for editors; mocks/mock.schema.json holds its text. */
export function mockJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(mockScript, { target: "draft-2020-12", io: "input", reused: "ref" });
  return { $schema, title: "A mock server of mcpcheck", ...rest };
}
