import type { Command } from "commander";
import { counted } from "../../../base/counted.ts";
import { jsonText } from "../../../base/json-text.ts";
import { visible } from "../../../base/visible.ts";
import { type FleetServer, nameOf } from "../../../fleet/fleet-server.ts";
import { readInput } from "../../fleet/fleet-input.ts";
import { readShard } from "../../run-options.ts";
import type { Io } from "../../io.ts";

type RawOptions = { readonly shard?: string; readonly json?: true };

/** What `--help` says of it. */
export const summary = "check the list of a fleet, and show what would run";

/** `fleet plan`: reads a fleet's input and says how each server would be started; exit code 2 where a line cannot be taken. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<servers>", "the servers, one JSON object a line: mcpcheck's own form, or server.json documents of the registry")
    .option("--shard <i>/<n>", "only that part of the servers: the same ones whatever else is in the list")
    .option("--json", "one JSON object on standard output")
    .addHelpText("after", help)
    .action((file: string, raw: RawOptions) => {
      const fleet = readInput(io.cwd, file, "fleet plan", raw.shard === undefined ? undefined : readShard(raw.shard));
      if (raw.json === true) io.stdout(`${jsonText({ schemaVersion: 1, ...fleet }, 2)}\n`);
      else {
        for (const server of fleet.servers) io.stdout(`${visible(`${nameOf(server)}: ${startOf(server)}`)}\n`);
        for (const { id, version, why } of fleet.unreachable)
          io.stdout(`${visible(`${id}@${version}: cannot be run: ${why}`)}\n`);
      }
      for (const { message } of fleet.faults) io.stderr(`mcpcheck: ${visible(message)}\n`);
      io.stderr(
        `${counted(fleet.servers.length, "server")} would be judged, ${fleet.unreachable.length} cannot be run, ${counted(fleet.faults.length, "line")} cannot be taken\n`,
      );
      done(fleet.faults.length > 0 ? 2 : 0);
    });
}

function startOf({ command, url, package: wanted, env = [] }: FleetServer): string {
  const given = env.length === 0 ? "" : ` (given ${env.join(", ")})`;
  if (wanted !== undefined) return `installs ${wanted.registry} ${wanted.name} ${wanted.version}, then runs its program${given}`;
  return `${url ?? (command ?? []).join(" ")}${given}`;
}

const help = `
A line, in mcpcheck's own form:
  {"id":"files","version":"1.2.0","package":{"registry":"npm","name":"@acme/files","version":"1.2.0","arguments":["/srv"]},"env":["TOKEN"]}
  {"id":"mine","command":["node","build/index.js"],"budgetMs":60000}
  {"id":"far","url":"https://mcp.example.com/mcp"}

Examples:
  mcpcheck fleet plan servers.jsonl
  mcpcheck fleet plan servers.jsonl --shard 3/20 --json
`;
