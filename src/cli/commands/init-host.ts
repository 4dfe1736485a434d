import { type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { hostAdapterText, hostSurfaces, type HostSurface } from "../init/host-adapter.ts";
import { writeNew } from "../new-file.ts";

type RawOptions = { readonly surface: HostSurface; readonly out: string; readonly force?: true };

/** What `--help` says of it. */
export const summary = "write an adapter file for a host of yours";

/** `init host`: writes an adapter file to be filled in, for `run host --adapter`. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .addOption(new Option("--surface <name>", "how the host is asked").choices([...hostSurfaces]).default("openai"))
    .option("--out <file>", "where it goes", "mcpcheck.host.json")
    .option("--force", "overwrite the file")
    .addHelpText("after", help)
    .action((raw: RawOptions) => {
      writeNew(io, "init host", [{ file: raw.out, text: hostAdapterText(raw.surface) }], raw.force === true);
      io.stderr(
        `next: put your host's command into it, then npx mcpcheck adapter validate ${raw.out} and npx mcpcheck run host --adapter ${raw.out}\n`,
      );
      done(0);
    });
}

const help = `
openai and ollama are hosts that are started once and asked over HTTP, cli one that is a command per question. What the host
can do stands in "capabilities": cases that need more do not apply.

Examples:
  mcpcheck init host
  mcpcheck init host --surface cli --out adapters/mine.json
`;
