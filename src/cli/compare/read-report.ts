import * as z from "zod";
import { parseJsonFile } from "../../base/files/parse-json-file.ts";
import { readNamed } from "../read-named.ts";

/** What is read of a report to compare it. */
const report = z.looseObject({
  schemaVersion: z.literal(1),
  exitCode: z.int(),
  findings: z.array(
    z.looseObject({
      subject: z.string().optional(),
      check: z.string(),
      revision: z.string(),
      verdict: z.enum(["pass", "fail", "warn", "untested", "not-applicable", "error"]),
      message: z.string(),
    }),
  ),
  error: z.looseObject({ message: z.string() }).nullable(),
});

const maker = "--reporter json=<file>";

/** What a report is compared by. */
export type ComparedReport = z.infer<typeof report>;

/** Reads a report of `--reporter json`. @throws McpcheckError `usage` with the option (or command), file and place */
export function readReport(cwd: string, file: string, option: string): ComparedReport {
  return reportOfText(readNamed(cwd, file, option, maker), file);
}

/** The same of a text; `file` is what messages call it. */
export function reportOfText(text: string, file: string): ComparedReport {
  return parseJsonFile(text, file, report, maker);
}
