import { expect, test } from "vitest";
import * as z from "zod";
import { parseJsonFile } from "./parse-json-file.ts";

const schema = z.strictObject({ servers: z.object({}), run: z.strictObject({ strict: z.boolean() }).partial().optional() });

test.each([
  ['{"servers":{},"sevrers":{}}', 'f.json#: Unrecognized key: "sevrers"; did you mean servers?'],
  ['{"servers":{},"run":{"strct":true}}', 'f.json#/run: Unrecognized key: "strct"; did you mean strict?'],
  ['{"servers":{},"zzzzzzzz":1}', 'f.json#: Unrecognized key: "zzzzzzzz"; there are servers, run'],
  ["junk\n", "f.json:2:1: not JSON: Unexpected token 'j', \"junk\\n\" is not valid JSON"],
])("%j is said in one line, with the place and what was meant", (text, message) => {
  expect(() => parseJsonFile(text, "f.json", schema)).toThrow(
    new RegExp(`^${message.replaceAll(/[\\^$*+?.()|[\]{}]/g, "\\$&")}$`),
  );
});
