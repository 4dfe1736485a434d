import type { Command } from "commander";
import { jsonText } from "../../../base/json-text.ts";
import { readGguf } from "../../../model/scripted/gguf/read-gguf.ts";
import { visible } from "../../../base/visible.ts";
import type { Io } from "../../io.ts";
import { inspectionOf } from "../../model/inspection.ts";
import { inspectionText } from "../../model/inspection-text.ts";
import { readNamedBytes } from "../../read-named.ts";

/** What `--help` says of it. */
export const summary = "what a GGUF file holds and will say";

/** `model inspect`: the metadata of a GGUF file, its vocabulary, and what it says when it was compiled from a script. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<file>", "a GGUF file")
    .option("--json", "one JSON object")
    .option("--vocabulary", "every token")
    .action((file: string, options: { readonly json?: true; readonly vocabulary?: true }) => {
      const inspection = inspectionOf(readGguf(readNamedBytes(io.cwd, file, "model inspect"), file), options.vocabulary === true);
      io.stdout(
        options.json === true ? `${jsonText(inspection, 2)}\n` : visible(inspectionText(inspection), { multiline: true }),
      );
      done(0);
    });
}
