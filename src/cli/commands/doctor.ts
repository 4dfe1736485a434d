import type { Command } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { visible } from "../../base/visible.ts";
import { isOnPath, lookAround, type Symptom } from "../doctor/look-around.ts";
import type { Io } from "../io.ts";
import { loadProjectConfig } from "../project-config.ts";
import type { ServerEntry } from "../server/server-entry.ts";
import { entriesOf, givenServer } from "../server/server-options.ts";
import { type Visit, visitServer } from "../server/visit-server.ts";
import { addVisitOptions, type RawVisitOptions, visitOf } from "../surface/surface-options.ts";

/** What `--help` says of it. */
export const summary = "look why a server cannot be judged: what is around, its start, one handshake";

/** `doctor`: looks at what a run needs, one line each, with what to do where something is missing. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addVisitOptions(program)
    .addHelpText("after", help)
    .action(async (words: readonly string[], options: RawVisitOptions) => {
      const { command, raw } = givenServer(words, options);
      const isNamed = command.length > 0 || raw.url !== undefined || raw.config !== undefined;
      const config = isNamed ? undefined : await loadProjectConfig(io.cwd, io.env);
      const entries = isNamed ? await entriesOf(command, raw, io) : (config?.servers ?? []);
      const visit = { ...visitOf(raw, io), ...(config === undefined ? {} : { cwd: io.cwd }) };
      let bad = false;
      const tell = ({ state, what, remedy }: Symptom): void => {
        bad ||= state === "bad";
        const sign = { good: "ok  ", bad: "BAD ", note: "note" }[state];
        io.stdout(`${sign} ${visible(what)}${remedy === undefined ? "" : `: ${visible(remedy, { multiline: true })}`}\n`);
      };
      for (const symptom of await lookAround(io, process.version)) tell(symptom);
      for (const entry of entries) for (const symptom of await lookAt(entry, visit, io)) tell(symptom);
      if (entries.length === 0)
        tell({ state: "note", what: "no server was looked at", remedy: "give its command after --, or --url, or --config" });
      done(bad ? 3 : 0);
    });
}

const help = `
Exit code 0 where a run can judge, 3 where it could not. Without a server it looks at those of mcpcheck.config, if there is one.

Examples:
  mcpcheck doctor
  mcpcheck doctor -- node build/index.js
  mcpcheck doctor --config ~/.config/host/mcp.json --name files
`;

async function lookAt(entry: ServerEntry, visit: Visit, io: Io): Promise<Symptom[]> {
  const [program = ""] = entry.kind === "stdio" ? entry.command : [];
  if (entry.kind === "stdio" && !/[/\\]/.test(program) && !isOnPath(program, io.env["PATH"] ?? ""))
    return [
      { state: "bad", what: `${entry.name}: no program ${program} on PATH`, remedy: "install it, or name it with its folder" },
    ];
  try {
    const { value, stderr } = await visitServer(entry, visit, io, (negotiated) =>
      Promise.resolve(
        negotiated.map(({ wanted, spoken, reason }): Symptom => {
          if (spoken === undefined) return { state: "note", what: `${entry.name}: does not speak ${wanted}`, remedy: reason };
          const what = `${entry.name}: speaks ${spoken.revision}, first answer after ${Math.round(spoken.startMs)} ms`;
          return spoken.startMs <= visit.timeoutMs
            ? { state: "good", what }
            : {
                state: "note",
                what,
                remedy: "that is longer than one exchange may take; if a run cannot judge, give more with --timeout",
              };
        }),
      ),
    );
    const said = stderr.trim();
    return said === ""
      ? value
      : [...value, { state: "note", what: `${entry.name}: on standard error`, remedy: `\n${indented(said)}` }];
  } catch (error) {
    if (!(error instanceof McpcheckError) || error.code === "usage") throw error;
    const tail = (error.stderrTail ?? "").trim();
    return [{ state: "bad", what: error.message, ...(tail === "" ? {} : { remedy: `its last words:\n${indented(tail)}` }) }];
  }
}

const indented = (text: string): string =>
  text
    .split("\n")
    .slice(-10)
    .map((line) => `       | ${line}`)
    .join("\n");
