import type { Command } from "commander";
import { counted } from "../../../base/counted.ts";
import { jsonText } from "../../../base/json-text.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { schemaAddress } from "../../../base/published-address.ts";
import type { LeftOut } from "../../../mock/recording/asked-in.ts";
import { type Recording, scriptOfTrace } from "../../../mock/recording/script-of-trace.ts";
import { bothSides } from "../../../trace/both-sides.ts";
import { parseTrace } from "../../../trace/ndjson.ts";
import type { Io } from "../../io.ts";
import { writeNew } from "../../new-file.ts";
import { readNamed } from "../../read-named.ts";

type RawOptions = { readonly out: string; readonly force?: true };

/** What `--help` says of it. */
export const summary = "make a mock server of a recorded trace, which answers as the recorded server did";

/** `mock from`: writes a mock script that gives again what a server answered in a trace. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<trace>", "a trace of `record` or `run server --trace` (NDJSON)")
    .option("--out <file>", "where it goes; - is standard output", "-")
    .option("--force", "overwrite the file")
    .addHelpText("after", help)
    .action((file: string, raw: RawOptions) => {
      const recording = recordingIn(readNamed(io.cwd, file, "mock from"), file);
      const text = `${jsonText({ $schema: schemaAddress("mock"), ...recording.script }, 2)}\n`;
      if (raw.out === "-") io.stdout(text);
      else writeNew(io, "mock from", [{ file: raw.out, text }], raw.force === true);
      for (const line of told(recording)) io.stderr(`${line}\n`);
      done(0);
    });
}

const help = `
The mock is one JSON file, to be committed and played by \`serve mock\`, over every transport, or imported (mcpcheck/mock). A request is
known by its method and params without _meta. One that was recorded several times gets its answers in order, then the last again; one
that was not recorded gets an error that says so. Rules can be added by hand: they come first.

Examples:
  mcpcheck record --out session.ndjson -- node build/index.js
  mcpcheck mock from session.ndjson --out mocks/server.json
  mcpcheck serve mock mocks/server.json --transport http
`;

function recordingIn(text: string, file: string): Recording {
  const trace = parseTrace(text, file);
  const { kind, between } = trace.subject;
  if (kind !== "server")
    throw new McpcheckError("usage", `${file}:1: the trace of a ${kind}: a mock is made of what a server answered`);
  const recording = scriptOfTrace(between === true ? bothSides(trace).server : trace);
  if (recording !== undefined) return recording;
  throw new McpcheckError(
    "usage",
    `${file}: in this trace no server says what it is, in an answer to initialize or server/discover`,
  );
}

function told({ script: { recorded = [], revisions = [], id }, leftOut }: Recording): string[] {
  const methods = new Set(recorded.map(({ method }) => method)).size;
  return [
    `${id}: ${counted(recorded.length, "request")} of ${counted(methods, "method")}, at ${revisions.join(", ")}`,
    ...leftOutWords(leftOut).map((words) => `left out: ${words}`),
  ];
}

function leftOutWords({ unanswered, deviant, unasked, malformed }: LeftOut): string[] {
  return [
    ...(unanswered > 0 ? [`${counted(unanswered, "request")} without an answer`] : []),
    ...(deviant > 0 ? [`${counted(deviant, "request")} sent wrong on purpose`] : []),
    ...(malformed > 0
      ? [`${counted(malformed, "request")} that a correct session has not, or whose answer is no JSON object`]
      : []),
    ...(unasked > 0 ? [`${counted(unasked, "message")} of the server that belong to no single request`] : []),
  ];
}
